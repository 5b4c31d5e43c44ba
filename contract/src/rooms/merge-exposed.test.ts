import { describe, expect, it } from 'vitest';
import type { Exposed } from './exposed.ts';
import { mergeExposed } from './merge-exposed.ts';

const health: Exposed = {
  tables: { checks: { area: 'canaries' } },
  functions: [{ signature: 'run(uuid)', area: 'canaries', access: 'write' }],
  audited: { 'health.checks': 'Check' },
};

describe('what the rooms expose', () => {
  it('is merged from every room, whichever parts it has', () => {
    expect(
      mergeExposed({ health, jobs: { audited: { 'jobs.runs': 'Run' } }, identity: { heard: { mails: 'everyone' } } }),
    ).toEqual({
      tables: { checks: { area: 'canaries' } },
      heard: { mails: 'everyone' },
      audited: { 'health.checks': 'Check', 'jobs.runs': 'Run' },
      functions: health.functions,
    });
  });

  it.each<readonly [what: string, jobs: Exposed]>([
    ['The table checks', { tables: { checks: { area: 'everyone' } } }],
    ['The table checks', { heard: { checks: 'everyone' } }],
    ['The audited table health.checks', { audited: { 'health.checks': 'Run' } }],
    ['The function run(uuid)', { functions: [{ signature: 'run(uuid)', area: 'everyone', access: 'read' }] }],
  ])('is refused if two rooms name the same: %s', (what, jobs) => {
    expect(() => mergeExposed({ health, jobs })).toThrow(
      `${what} is exposed twice, in contract/src/health/exposed.ts and contract/src/jobs/exposed.ts. Name it in one of them.`,
    );
  });
});
