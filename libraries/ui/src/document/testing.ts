import type { FormValue } from '../form/form-schema.ts';
import { parseYaml } from './parse-yaml.ts';

/** What a text reads as. @throws Error with the line of what cannot be read */
export function read(text: string): FormValue {
  const reading = parseYaml(text);
  if (!('value' in reading)) throw new Error(`${reading.problem.line}: ${reading.problem.message}\n${text}`);
  return reading.value;
}

/** Numbers below a bound that look random and are the same in every run. */
export function generator(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
