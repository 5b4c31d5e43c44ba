// What needs no browser: formats, ranges and rates, for code that runs and is tested without one.
export * from './format/age.ts';
export * from './format/duration.ts';
export { percent } from './format/percent.ts';
export * from './refresh/refresh-rate.ts';
export { HEALTH_WORDS, type Health } from './status/health.ts';
export * from './time/time-range.ts';
