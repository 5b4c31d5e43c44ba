import { describe, expect, it } from 'vitest';
import { kindRegistry } from './family.ts';
import { errorsIn, problemOf, readEntries } from './read.ts';
import { crane, entries, machines, winch } from './testing/harbour.ts';

const pier = kindRegistry(entries, { crane, winch });
const row = { name: 'north', type: 'crane', height: 12, cabin: 'Jo' };

describe('a row whose column decides its kind', () => {
  it('is one entry: the columns that are not those of every row, with the defaults of its kind', () => {
    expect(readEntries(machines, row)).toMatchObject({
      warnings: [],
      entries: [
        { path: '', type: 'crane', entry: { height: 12, cabin: 'Jo' }, spec: { height: 12, hooks: 1 }, problem: null },
      ],
    });
  });

  it('is read leniently: a column that its kind has not is named', () => {
    expect(readEntries(machines, { ...row, rope: 'hemp' }).entries[0]?.warnings).toEqual([
      'rope is not a field of Crane; it is ignored',
    ]);
  });

  it('says what its kind cannot do yet, and of which kind it should be', () => {
    expect(problemOf(machines, 'crane', { height: 12, radar: true })).toBe(
      '`radar` is not supported yet, so it stands still',
    );
    expect(readEntries(machines, { ...row, type: 'mule' }).entries[0]?.problem).toBe(
      'The kind mule is not supported yet, so it stands still',
    );
    expect(readEntries(machines, { name: 'north' }).entries[0]?.problem).toContain('not say of which kind');
  });

  it.each<[object, object]>([
    [row, {}],
    [
      { ...row, name: '', height: 0 },
      { name: 'Name it', height: expect.any(String) as string },
    ],
    [{ ...row, cabin: '' }, { cabin: 'Set cabin or remote' }],
    [{ ...row, rope: 'hemp' }, { rope: 'There is no such field' }],
    [{ ...row, type: 'mule' }, { type: 'The kind mule is not supported yet, so it stands still' }],
    [{ ...row, type: 'constructor' }, { type: expect.stringContaining('constructor') as string }],
    [{ ...row, radar: true }, { type: '`radar` is not supported yet, so it stands still' }],
  ])('is checked strictly, each error at its column: %j', (given, errors) => {
    expect(errorsIn(machines, { ...given })).toEqual(errors);
  });
});

describe('a document with one entry under a key', () => {
  it('gives its entries by their keys', () => {
    const read = readEntries(pier, { name: 'east', winch: { rope: 'hemp' }, pulley: [{}], mule: {}, boat: 1 });
    expect(read.entries.map(({ path, problem }) => [path, problem])).toEqual([
      ['winch', null],
      ['pulley[0]', 'The kind pulley is not supported yet, so it stands still'],
      ['mule', 'Mules were set free, so it stands still'],
    ]);
    expect(read.warnings).toEqual(['spec.boat is not a field of a pier; it is ignored']);
  });

  it('is checked strictly, each error at its path', () => {
    expect(errorsIn(pier, { name: 'east', winch: { rope: 3 }, boat: 1 })).toEqual({
      'winch.rope': expect.stringContaining('string') as string,
      boat: 'There is no such field',
    });
  });
});
