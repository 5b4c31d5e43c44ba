import { describe, expect, it } from 'vitest';
import { draftOf, errorsOfServer, payloadOf, typeOf } from './draft.ts';
import type { ResourceType } from './resource.ts';

const stored = { id: '1', updated_at: '', deleted_at: null };
const head = {
  schema: { properties: { name: { type: 'string' }, labels: { type: 'object' } } },
  start: {},
};
const canary = { head, document: 'spec' };
const machine = { head, typeColumn: 'type', document: { rope: null, height: null } };
const view = { head: { schema: { properties: { name: {} } }, start: {} }, document: { icon: null, is_shared: false } };
const kind = (key: string): ResourceType => ({
  id: key,
  title: key,
  summary: '',
  icon: null,
  documentKey: key,
  form: { schema: { properties: { schedule: {} } }, entries: { key, noun: 'check', schema: {}, start: {} } },
  start: {},
});
const custom: ResourceType = { id: 'custom', title: 'Custom', summary: '', icon: null, start: {} };

describe('a draft', () => {
  it('of a row whose document is a column holds that column, and what stands above', () => {
    expect(draftOf(canary, { ...stored, name: 'a', labels: null, spec: { http: [] }, source: 'UI' })).toEqual({
      head: { name: 'a' },
      document: { http: [] },
    });
  });

  it('of a row whose document is made of columns holds those that are filled', () => {
    expect(draftOf(view, { ...stored, name: 'a', icon: null, is_shared: true })).toEqual({
      head: { name: 'a' },
      document: { is_shared: true },
    });
  });

  it('sends every column, so that what was emptied is emptied', () => {
    expect(payloadOf(canary, custom, { head: { name: ' a ' }, document: {} })).toEqual({
      name: 'a',
      labels: null,
      spec: {},
    });
    expect(payloadOf(view, custom, { head: { name: 'a' }, document: {} })).toEqual({
      name: 'a',
      icon: null,
      is_shared: false,
    });
  });
});

describe('the type of a row', () => {
  const types = [kind('dns'), kind('http'), custom];
  const withSpec = (spec: object) => typeOf(canary, types, { ...stored, name: 'a', spec })?.id;

  it('is that of the first list of its document, whatever settings stand before it', () => {
    expect(withSpec({ schedule: '', severity: '', http: [], dns: [] })).toBe('http');
  });

  it('is the one without a form where no list is known', () => {
    expect(withSpec({ schedule: '', junit: [] })).toBe('custom');
  });

  it('is what its column names, and nothing else that its columns hold', () => {
    const ofType = (type: string) => typeOf(machine, types, { ...stored, name: 'a', type, http: [], rope: 'hemp' })?.id;
    expect([ofType('dns'), ofType('custom'), ofType('crane')]).toEqual(['dns', 'custom', undefined]);
  });

  it('is sent with the row where a column names it, and columns of other types are emptied', () => {
    expect(payloadOf(machine, { id: 'winch' }, { head: { name: 'a' }, document: { rope: 'hemp' } })).toEqual({
      type: 'winch',
      name: 'a',
      labels: null,
      rope: 'hemp',
      height: null,
    });
  });
});

describe('errors of the server', () => {
  it('go to the fields that show them, and the others stand above', () => {
    const fields = { name: 'Taken', 'spec.http[0].url': 'No address', 'spec.retries': 'No', '': 'All of it' };
    expect(errorsOfServer(canary, kind('http'), fields)).toEqual({
      head: { name: 'Taken' },
      document: { 'http.0.url': 'No address' },
      other: ['spec.retries: No', 'All of it'],
    });
  });

  it('of columns that make the document go there too', () => {
    const type = { ...custom, form: { schema: { properties: { icon: {} } } } };
    expect(errorsOfServer(view, type, { icon: 'Too long' })).toEqual({
      head: {},
      document: { icon: 'Too long' },
      other: [],
    });
  });
});
