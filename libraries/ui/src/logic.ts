// What needs no browser: formats, ranges and rates, for code that runs and is tested without one.
export * from './format/age.ts';
export * from './format/duration.ts';
export { fieldTitle, type FormErrors, type FormRule, type FormSchema, type FormValue } from './form/form-schema.ts';
export { validateForm } from './form/validate.ts';
export { percent } from './format/percent.ts';
export * from './refresh/refresh-rate.ts';
export { HEALTH_WORDS, type Health } from './status/health.ts';
export {
  absoluteRange,
  listedTimeRange,
  mappedRange,
  minutesOfTimeRange,
  relativeRange,
  resolveTimeRange,
  type TimeRange,
} from './time/range.ts';
export { RANGE_PARAMETERS, readTimeRange, writeTimeRange } from './time/range-address.ts';
export { listedRange, rangeForAge } from './time/time-range.ts';
export {
  areSameChoices,
  type Choice,
  type Choices,
  filterParameters,
  quoted,
  readChoices,
  withChoice,
  writeChoices,
} from './filter/choices.ts';
export { matchingOptions } from './filter/matching-options.ts';
export { PAGE_SIZES } from './table/page-sizes.ts';
export { parseYaml, type YamlProblem } from './document/parse-yaml.ts';
