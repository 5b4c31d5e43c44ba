import { describe, expect, it } from 'vitest';
import { factsOf } from './facts.ts';

const head = {
  schema: {
    properties: { name: { type: 'string' }, labels: { type: 'object', title: 'Labels' }, icon: { type: 'string' } },
  },
  start: {},
};
const form = {
  schema: { properties: { schedule: { type: 'string', title: 'Schedule' } } },
  entries: {
    key: 'http',
    noun: 'HTTP check',
    start: {},
    schema: {
      properties: {
        url: { type: 'string' },
        responseCodes: { type: 'array', items: { type: 'integer' } },
        thresholdMillis: { type: 'integer', 'x-unit': 'ms' },
        body: { type: 'string' },
        headers: { type: 'array', items: { type: 'object' } },
        password: { type: 'object' },
      },
    },
  },
};

describe('the facts of a row that cannot be changed', () => {
  it('stand in the order of its forms, and leave out what is not set', () => {
    expect(
      factsOf({ head }, form, { labels: { team: 'shop', tier: 1 }, name: 'web' }, { schedule: '@every 1m' }),
    ).toEqual([
      {
        facts: [
          { title: 'Name', text: 'web' },
          { title: 'Labels', text: 'team=shop, tier=1' },
          { title: 'Schedule', text: '@every 1m' },
        ],
      },
    ]);
  });

  it('say what each entry checks', () => {
    const http = [
      { url: 'https://shop.test', responseCodes: [200, 204], thresholdMillis: 800 },
      { url: 'https://shop.test/cart' },
    ];
    expect(factsOf({ head }, form, {}, { http }).slice(1)).toEqual([
      {
        title: 'HTTP check',
        facts: [
          { title: 'URL', text: 'https://shop.test' },
          { title: 'Response codes', text: '200, 204' },
          { title: 'Threshold', text: '800 ms' },
        ],
      },
      { title: 'HTTP check', facts: [{ title: 'URL', text: 'https://shop.test/cart' }] },
    ]);
  });

  it('leave to the code what has lines or parts of its own', () => {
    const http = [
      { body: 'a\nb', headers: [{ name: 'a', value: 'b' }], password: { valueFrom: { secretKeyRef: {} } } },
    ];
    expect(factsOf({ head }, form, {}, { http })).toEqual([{ facts: [] }, { title: 'HTTP check', facts: [] }]);
  });

  it('of a document without a form are those of its columns', () => {
    expect(factsOf({ head }, undefined, { name: 'web' }, { http: [] })).toEqual([
      { facts: [{ title: 'Name', text: 'web' }] },
    ]);
  });
});
