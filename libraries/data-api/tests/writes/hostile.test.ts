import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DataApiError } from '../../src/errors.ts';
import { openWrites, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openWrites();
});
afterAll(() => stage[Symbol.asyncDispose]());

/** Marked, so that it is found wherever it gets to. */
const hostile = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.constantFrom(
      `'`,
      `"`,
      `\\`,
      `$1`,
      `'; drop table api.films; --`,
      `"); reset role; --`,
      '$$',
      '\u0007',
      `") values`,
    ),
  )
  .map((text) => `zq7${text.replaceAll('\0', '')}zq7`);

/** The statement, or undefined for what is refused before there is one. */
function planned(make: () => { readonly text: string }): string | undefined {
  try {
    return make().text;
  } catch (error) {
    if (error instanceof DataApiError) return undefined;
    throw error;
  }
}

describe('texts of a client', () => {
  it('are never a part of the statement of a write', () => {
    fc.assert(
      fc.property(hostile, hostile, fc.constantFrom('insert', 'update', 'put', 'delete'), (one, other, operation) => {
        const encoded = encodeURIComponent;
        const urls = [
          `films?id=eq.${one}`,
          `films?select="${one.replaceAll(/["\\]/g, '')}":title&id=eq.1`,
          'films',
          'films?id=eq.1&columns=title',
        ];
        for (const url of urls) {
          const body = operation === 'delete' ? undefined : { id: one, title: other, details: { [one]: other } };
          for (const prefer of [
            {},
            { return: 'representation', resolution: 'merge-duplicates', missing: 'default' },
          ] as const) {
            const text = planned(() => stage.plan(operation, url, body, { prefer }));
            expect(text ?? '').not.toContain('zq7');
          }
          const named = planned(() => stage.plan(operation, url, { [one]: other, title: encoded(other) }));
          expect(named ?? '').not.toContain('zq7');
        }
      }),
      { numRuns: 150 },
    );
  });

  it('are written as they are', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, async (text) => {
        const { json, statement } = await stage.write('update', 'strings?id=eq.1&select=value', { value: text });
        expect(json).toEqual([{ value: text }]);
        expect(statement.text).not.toContain('zq7');
        const echoed = await stage.call('POST', 'echo', { value: text });
        expect([echoed.json, echoed.statement.text.includes('zq7')]).toEqual([text, false]);
      }),
      { numRuns: 100 },
    );
  });

  it('are no names of arguments or of columns', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, async (name) => {
        await expect(stage.call('POST', 'echo', { [name]: 1 })).rejects.toMatchObject({ code: 'PGRST202' });
        await expect(stage.write('insert', 'films', { [name]: 1 })).rejects.toMatchObject({ code: 'PGRST204' });
        const conflict = `films?on_conflict="${name.replaceAll(/["\\]/g, '')}"`;
        const prefer = { resolution: 'merge-duplicates' } as const;
        await expect(stage.write('insert', conflict, { title: 'x' }, { prefer })).rejects.toThrow(DataApiError);
      }),
      { numRuns: 50 },
    );
  });
});
