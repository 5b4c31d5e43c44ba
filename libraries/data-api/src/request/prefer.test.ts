import { describe, expect, it } from 'vitest';
import { appliedPreferences, parsePreferences, type PreferenceName } from './prefer.ts';

const parse = (header: string | string[] | undefined, allowTx = true) => parsePreferences(header, { allowTx });

describe('parsePreferences', () => {
  it('reads all preferences of one header or several', () => {
    expect(
      parse([
        'return=representation, count=exact ,resolution=merge-duplicates',
        ' missing=default,handling=strict, max-affected=10,tx=rollback, timezone="Europe/Berlin"',
      ]),
    ).toEqual({
      return: 'representation',
      count: 'exact',
      resolution: 'merge-duplicates',
      missing: 'default',
      handling: 'strict',
      maxAffected: 10,
      tx: 'rollback',
      timezone: 'Europe/Berlin',
      invalid: [],
    });
    expect(parse(undefined)).toEqual({ invalid: [] });
  });

  it('obeys the first of duplicates', () => {
    expect(parse('count=planned, count=exact').count).toBe('planned');
    expect(parse(['return=minimal', 'return=representation']).return).toBe('minimal');
  });

  it('accepts quotes, spaces around the equals sign, parameters and names in any case', () => {
    expect(parse('Return = "minimal"; foo="a,b", , count=exact')).toEqual({
      return: 'minimal',
      count: 'exact',
      invalid: [],
    });
  });

  it('keeps what it does not know as sent', () => {
    expect(parse('foo, count=some, bar="x,y", max-affected=-1, timezone=, __proto__=1').invalid).toEqual([
      'foo',
      'count=some',
      'bar="x,y"',
      'max-affected=-1',
      'timezone=',
      '__proto__=1',
    ]);
  });

  it('ignores tx where it is not allowed', () => {
    expect(parse('tx=rollback', false)).toEqual({ invalid: [] });
  });
});

describe('appliedPreferences', () => {
  const all: readonly PreferenceName[] = [
    'max-affected', 'timezone', 'handling', 'tx', 'count', 'return', 'missing', 'resolution',
  ]; // biome-ignore format: a list

  it('tells those that were applied, in a fixed order', () => {
    const preferences = parse(
      'max-affected=5, timezone=UTC, handling=strict, tx=commit, count=exact, return=minimal, missing=null, resolution=ignore-duplicates',
    );
    expect(appliedPreferences(preferences, new Set(all))).toBe(
      'resolution=ignore-duplicates, missing=null, return=minimal, count=exact, tx=commit, handling=strict, timezone=UTC, max-affected=5',
    );
    expect(appliedPreferences(preferences, new Set(['count']))).toBe('count=exact');
  });

  it('is empty when none was sent', () => {
    expect(appliedPreferences(parse('foo'), new Set(all))).toBe('');
  });
});
