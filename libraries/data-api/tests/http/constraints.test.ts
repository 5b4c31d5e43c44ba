import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BrokenConstraint } from '../../src/index.ts';
import { openStage, type Stage } from './stage.ts';

const seen: BrokenConstraint[] = [];
let stage: Stage;
beforeAll(async () => {
  stage = await openStage({
    explainConstraint(broken) {
      seen.push(broken);
      return broken.constraint === 'notes_pkey'
        ? { message: 'There is such a note.', more: { fields: { id: 'Is taken' }, code: 'mine' } }
        : undefined;
    },
  });
});
afterAll(() => stage[Symbol.asyncDispose]());

const write = (body: object) =>
  stage.ask('POST', '/data/notes', {
    headers: { 'x-role': 'writer', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('a write that breaks a constraint', () => {
  it('is told in the words of the server, under the code of the database', async () => {
    const answer = await write({ id: 1, body: 'again' });
    expect(answer.status).toBe(409);
    expect(answer.json()).toEqual({
      code: '23505',
      message: 'There is such a note.',
      details: 'Key (id)=(1) already exists.',
      hint: null,
      fields: { id: 'Is taken' },
    });
    expect(seen.at(-1)).toEqual({ code: '23505', constraint: 'notes_pkey', column: undefined });
  });

  it('names the column of a missing value, and keeps the words of the database where the server has none', async () => {
    const answer = await write({ id: 9 });
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ code: '23502', details: null });
    expect(answer.text).toContain('body');
    expect(seen.at(-1)).toEqual({ code: '23502', constraint: undefined, column: 'body' });
  });
});
