import { expect } from 'vitest';

// Vitest's own matchers have the type `any`, which would spread into everything that holds one.
export const containing = (text: string): unknown => expect.stringContaining(text);
export const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern);
export const having = (fields: object): unknown => expect.objectContaining(fields);
export const including = (list: unknown[]): unknown => expect.arrayContaining(list);
export const anything: unknown = expect.anything();
export const someNumber: unknown = expect.any(Number);
export const someList: unknown = expect.any(Array);
export const someText: unknown = expect.any(String);

/** What every refusal must look like; `message` has to name the place. */
export function refusal(code: string, message: string | RegExp): unknown {
  return having({ code, message: typeof message === 'string' ? containing(message) : matching(message) });
}
