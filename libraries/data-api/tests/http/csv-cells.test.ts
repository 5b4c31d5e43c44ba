import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStage, type Stage } from './stage.ts';

const FORMULAS = [
  '=1+1',
  '+A1',
  "-2+3+cmd|' /C calc'!A0",
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '-',
  '-5a',
  '=',
  '-5\n',
  '＝1+1',
  '＋1',
  '－1',
  '＠A',
];
const INERT = ['', ' =1', 'a=1', "'=1", '-5', '+5.25', '-1e+9', '-1E9', '-Infinity', '5-4', '{"a": "=1"}'];

let exact: Stage;
let inert: Stage;
beforeAll(async () => {
  exact = await openStage();
  inert = await openStage({ csvCells: 'inert' });
  for (const stage of [exact, inert]) {
    await stage.database.query('delete from api.notes');
    await stage.database.query(
      `insert into api.notes (id, body, size) select place, body, -place from unnest($1::text[]) with ordinality n (body, place)`,
      [[...FORMULAS, ...INERT]],
    );
    await stage.database.query(`create function api.said(text text) returns text immutable language sql return text`);
  }
});
afterAll(async () => {
  await exact[Symbol.asyncDispose]();
  await inert[Symbol.asyncDispose]();
});

const CSV = { accept: 'text/csv' };

/** The record of one cell, quoted where it must be. */
const cell = (text: string) => (text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const lines = (cells: readonly string[]) => cells.map((text, index) => `${cell(text)},${-index - 1}`);

describe('a CSV answer', () => {
  const read = async (stage: Stage) =>
    (await stage.ask('GET', '/data/notes?select=body,size&order=id', { headers: CSV })).text;

  it('is exact by default', async () => {
    expect(await read(exact)).toBe(['body,size', ...lines([...FORMULAS, ...INERT]), ''].join('\n').trimEnd());
  });

  it('has no formula where its cells are to be inert, and keeps numbers and all other texts', async () => {
    const shown = [...FORMULAS.map((text) => `'${text}`), ...INERT];
    expect(await read(inert)).toBe(['body,size', ...lines(shown), ''].join('\n').trimEnd());
  });

  it('has none in the names of its columns, in what was written, or in what a function gives', async () => {
    const aliased = await inert.ask('GET', '/data/notes?select="=1%2B1":size&id=eq.1', { headers: CSV });
    expect(aliased.text).toBe("'=1+1\n-1");
    const written = await inert.ask('POST', '/data/notes?select=body,size', {
      headers: { ...CSV, 'x-role': 'writer', 'content-type': 'application/json', prefer: 'return=representation' },
      body: JSON.stringify({ id: 100, body: '@written', size: -7 }),
    });
    expect(written.text).toBe("body,size\n'@written,-7");
    const called = await inert.ask('GET', '/data/rpc/said?text==1', { headers: CSV });
    expect(called.text).toBe("said\n'=1");
  });
});
