import { type OutputUnit, type Schema, Validator } from '@cfworker/json-schema';
import type { FormErrors, FormSchema } from '../form/form-schema.ts';
import { isCollection, isMap, isScalar, type YAMLMap } from 'yaml';
import { nameOf, parseYaml, readDocument, startOf } from './parse-yaml.ts';
import { fieldWords, schemasAt } from './schema-at.ts';
import { lineEnd } from './splice.ts';

/** Something to mark in the text. Offsets count from 0; `path` is dotted. */
export interface TextProblem {
  readonly from: number;
  readonly to: number;
  readonly severity: 'error' | 'warning';
  readonly path: string;
  readonly message: string;
}

// Reading a schema of 160 KB takes longer than checking a document against it.
const validators = new WeakMap<FormSchema, Validator>();

/** What is wrong with a text: that it cannot be read, or else what the schema and the caller find. */
export function findProblems(text: string, schema: FormSchema | undefined, errors: FormErrors): readonly TextProblem[] {
  const reading = parseYaml(text);
  if ('problem' in reading) {
    const { line, column, message } = reading.problem;
    const start =
      text
        .split('\n')
        .slice(0, line - 1)
        .join('\n').length + (line > 1 ? 1 : 0);
    const from = Math.min(start + column - 1, text.length);
    return [{ from, to: Math.max(from, lineEnd(text, from) - 1), severity: 'error', path: '', message }];
  }
  const { root, value } = readDocument(text);
  const found = new Map<string, TextProblem>();
  const add = (steps: readonly string[], severity: TextProblem['severity'], message: string) => {
    const path = steps.join('.');
    if (found.has(path)) return;
    found.set(path, { ...placeOf(text, root, steps), severity, path, message });
  };
  for (const [path, message] of Object.entries(errors)) add(stepsOf(root, path), 'error', message);
  if (schema)
    for (const unit of validatorOf(schema).validate(value).errors) {
      const problem = problemOf(unit, schema);
      if (problem) add(problem.steps, problem.severity, problem.message);
    }
  return [...found.values()];
}

function validatorOf(schema: FormSchema): Validator {
  // The library's type of a schema lists every keyword as mutable; a form schema is a readonly subset of it.
  const validator = validators.get(schema) ?? new Validator(schema as Schema, '2020-12', false);
  validators.set(schema, validator);
  return validator;
}

function problemOf(unit: OutputUnit, schema: FormSchema) {
  const steps = unit.instanceLocation
    .slice(2)
    .split('/')
    .filter(Boolean)
    .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'));
  const severity = 'error' as const;
  const [quoted = ''] = /(?<=")[^"]+(?=")/.exec(unit.error) ?? [];
  switch (unit.keyword) {
    case 'additionalProperties':
      return {
        steps: [...steps, quoted],
        severity: 'warning' as const,
        message: `There is no field "${[...steps, quoted].join('.')}"`,
      };
    case 'required':
      return { steps: [...steps, quoted], severity, message: `The field "${quoted}" is required` };
    case 'type': {
      const { type = 'value' } = fieldWords(schemasAt(schema, steps));
      return { steps, severity, message: `This must be of type ${type}` };
    }
    case 'enum':
    case 'const':
      return { steps, severity, message: `One of ${fieldWords(schemasAt(schema, steps)).choices.join(', ')}` };
    case 'minimum':
    case 'maximum':
    case 'minLength':
    case 'maxLength':
    case 'minItems':
    case 'maxItems':
    case 'pattern':
      return { steps, severity, message: unit.error };
    // The others only say that something inside them failed, which is told there.
    default:
      return undefined;
  }
}

/** The steps of a dotted path; a name with dots is known by the document. */
function stepsOf(root: YAMLMap | undefined, path: string): readonly string[] {
  const steps: string[] = [];
  let node: unknown = root;
  let rest = path;
  while (rest !== '') {
    const names = isMap(node) ? node.items.map(({ key }) => (isScalar(key) ? nameOf(key.value) : '')) : [];
    const name =
      names.find((each) => each !== '' && (rest === each || rest.startsWith(`${each}.`))) ?? rest.split('.')[0] ?? rest;
    steps.push(name);
    rest = rest.slice(name.length + 1);
    node = childOf(node, name)?.value;
  }
  return steps;
}

function childOf(node: unknown, step: string): { readonly key: unknown; readonly value: unknown } | undefined {
  if (isMap(node)) return node.items.find(({ key }) => isScalar(key) && nameOf(key.value) === step);
  if (!isCollection(node)) return undefined;
  const value: unknown = node.items[Number(step)];
  return value === undefined ? undefined : { key: value, value };
}

/** The name of the field, or of the nearest one around it that is there. */
function placeOf(text: string, root: YAMLMap | undefined, steps: readonly string[]) {
  let node: unknown = root;
  let at: unknown = undefined;
  for (const step of steps) {
    const child = childOf(node, step);
    if (!child) break;
    ({ key: at, value: node } = child);
  }
  const from = at === undefined ? 0 : startOf(at);
  const end = isScalar(at) && at.range ? at.range[1] : lineEnd(text, from) - 1;
  return { from, to: Math.max(from, Math.min(end, lineEnd(text, from))) };
}
