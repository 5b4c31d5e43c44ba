import { describe, expect, it } from 'vitest';
import { read } from './read-document.ts';

describe('the spec of a canary in a document', () => {
  it('becomes its checks', () => {
    expect(read({ tcp: [{ name: 'a', endpoint: '127.0.0.1:9' }] })).toMatchObject({ checks: [{ name: 'a' }] });
  });

  it('is refused without a check', () => expect(read({ schedule: '@hourly' })).toEqual({ refused: 'holds no check' }));

  it('is refused with more checks than can be stored at once', () => {
    expect(read({ tcp: Array(10_001).fill(1) })).toEqual({
      refused: 'holds 10001 checks: at most 10000 go into one canary, so make several',
    });
  });
});
