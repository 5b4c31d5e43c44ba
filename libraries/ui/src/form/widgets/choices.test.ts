import { describe, expect, it } from 'vitest';
import {
  authenticationOf,
  authenticationsOf,
  fromSource,
  scriptTypesOf,
  sourceOf,
  withAuthentication,
} from './choices.ts';
import type { FormSchema } from '../form-schema.ts';
import { readMemory, writeMemory } from './quantities.ts';

const login = { url: 'u', username: { value: 'me' }, password: { value: 'p' } };

describe('authentication', () => {
  it('is read from the fields that documents have', () => {
    expect(authenticationOf({})).toBe('None');
    expect(authenticationOf(login)).toBe('Basic');
    expect(authenticationOf({ ...login, ntlm: true })).toBe('NTLM');
    expect(authenticationOf({ ...login, ntlmv2: true })).toBe('NTLMv2');
  });

  it('clears the other types when it changes, and the credentials with None', () => {
    expect(withAuthentication({ ...login, ntlm: true }, 'NTLMv2')).toEqual({ ...login, ntlmv2: true });
    expect(withAuthentication({ ...login, digest: true }, 'Basic')).toEqual(login);
    expect(withAuthentication({ ...login, ntlm: true }, 'None')).toEqual({ url: 'u' });
  });

  it('offers the types that the schema has', () => {
    expect(authenticationsOf({ properties: { ntlm: {} } })).toEqual(['None', 'Basic', 'NTLM']);
  });
});

describe('a secret or a value', () => {
  it('has one source, and switching clears the others', () => {
    const secret = { name: 'X', valueFrom: { secretKeyRef: { name: 'a', key: 'b' } } };
    expect(sourceOf(secret)).toBe('Secret');
    expect(fromSource(secret, 'Config Map', undefined)).toEqual({ name: 'X', valueFrom: { configMapKeyRef: {} } });
    expect(fromSource(secret, 'Static', 'text')).toEqual({ name: 'X', value: 'text' });
    expect(fromSource({ value: 'text' }, 'Static', undefined)).toBeUndefined();
  });
});

it('names the languages of a script, without one that does not run yet', () => {
  const labels = (jsonPath: FormSchema) =>
    scriptTypesOf({ properties: { expr: {}, template: {}, jsonPath } }).map(({ label }) => label);
  expect(labels({})).toEqual(['Go template', 'Expr', 'JSONPath']);
  expect(labels({ 'x-unsupported': true })).toEqual(['Go template', 'Expr']);
});

it('splits and joins an amount of memory', () => {
  expect(readMemory('2Gi')).toEqual({ amount: '2', unit: 'Gi' });
  expect(readMemory('')).toEqual({ amount: '', unit: 'Mi' });
  expect(writeMemory('512', 'Mi')).toBe('512Mi');
  expect(writeMemory(' ', 'Mi')).toBeUndefined();
});
