import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { DataApiError, refuse } from '../../src/errors.ts';
import { ConnectionLost } from '../../src/execute/batch.ts';
import { isSignOfStaleSchema, refusalOf } from '../../src/http/refusals.ts';
import { createDatabase } from '../database.ts';

function databaseError(code: string, more: Partial<pg.DatabaseError> = {}): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError(more.message ?? 'what it says', 0, 'error'), { code, ...more });
}

describe('refusalOf', () => {
  it.each([
    ['08006', 503], ['09000', 500], ['0L000', 403], ['0P000', 403], ['21000', 500], ['22P02', 400],
    ['23502', 400], ['23503', 409], ['23505', 409], ['23514', 400], ['25006', 405], ['25P02', 500],
    ['28000', 403], ['2D000', 500], ['38000', 500], ['39000', 500], ['3B000', 500], ['40001', 500],
    ['42501', 403], ['42601', 400], ['42703', 400], ['42883', 404], ['42P01', 404], ['42P17', 500],
    ['53300', 503], ['53400', 500], ['54000', 400], ['54001', 400], ['55P03', 500], ['57014', 500], ['57P01', 503],
    ['58030', 500], ['F0000', 500], ['HV000', 500], ['P0001', 400], ['P0002', 500], ['XX000', 500],
    ['PT418', 418], ['PT101', 500], ['PT999', 500], ['PT40A', 500], ['12345', 400],
  ] as const)('answers %s by %d', (code, status) => {
    expect(refusalOf(databaseError(code), false)?.status).toBe(status);
  }); // biome-ignore format: a table

  it('tells nothing of an error that points into the text of the statement', async () => {
    await using database = await createDatabase([]);
    const failure = async (text: string) => {
      const error: unknown = await database.query(text).catch((thrown: unknown) => thrown);
      return refusalOf(error, false);
    };
    for (const text of [
      'selec 1',
      'select t1.c0 from (select 1) t2',
      'select a.x from (select 1 as y) a group by a.x',
    ]) {
      expect(await failure(text)).toMatchObject({ status: 500, body: { code: 'PGRSTX00', details: null } });
      expect(JSON.stringify(await failure(text))).not.toMatch(/selec 1|t1|a\.x/);
    }
    const inside = `do $$ begin execute 'selec 1'; end $$`;
    expect(await failure(inside)).toMatchObject({ status: 400, body: { code: '42601' } });
    expect(await failure(`select 'a' like 1`)).toMatchObject({ status: 404, body: { code: '42883' } });
  });

  it('tells message, details and hint of the database and nothing else', () => {
    const error = databaseError('23505', {
      message: 'duplicate',
      detail: 'Key (id)=(1)',
      hint: 'Another',
      internalQuery: 'select secret',
      where: 'PL/pgSQL function secret()',
      table: 'secret',
    });
    expect(refusalOf(error, false)).toEqual({
      status: 409,
      headers: {},
      body: { code: '23505', message: 'duplicate', details: 'Key (id)=(1)', hint: 'Another' },
    });
  });

  it.each(['23502', '23514', '44000'])('keeps the row to itself that %s tells of', (code) => {
    const detail = 'Failing row contains (1, a hidden column).';
    expect(refusalOf(databaseError(code, { detail }), false)?.body.details).toBeNull();
  });

  it('answers what is not allowed by 401 when nobody is signed in', () => {
    expect(refusalOf(databaseError('42501'), true)?.status).toBe(401);
    expect(refusalOf(refuse.notAllowed('no'), true)?.status).toBe(401);
    expect(refusalOf(refuse.badBody('no'), true)?.status).toBe(400);
  });

  it('says what to do after a time limit', () => {
    expect(refusalOf(databaseError('57014'), false)?.body.hint).toContain('longer than the server allows');
  });

  it('lets a function choose everything', () => {
    const message = JSON.stringify({ code: 'X1', message: 'Own', details: 'd', hint: 'h' });
    const headers = { 'X-Reason': 'own', 'bad name': 'x', 'X-Split': 'a\r\nSet-Cookie: b' };
    const detail = JSON.stringify({ status: 423, headers });
    expect(refusalOf(databaseError('PGRST', { message, detail }), false)).toEqual({
      status: 423,
      headers: { 'X-Reason': 'own' },
      body: { code: 'X1', message: 'Own', details: 'd', hint: 'h' },
    });
  });

  it.each(['', '{"status": 99}', '{"status": "200"}', '[]', 'null'])('refuses the choice %j', (detail) => {
    const message = JSON.stringify({ code: 'X1', message: 'Own' });
    expect(refusalOf(databaseError('PGRST', { message, detail }), false)).toMatchObject({
      status: 500,
      body: { code: 'PGRST121' },
    });
  });

  it('answers a lost connection by 503 without what the driver says', () => {
    const refusal = refusalOf(new ConnectionLost('connect ECONNREFUSED 127.0.0.1:5432'), false);
    expect(refusal).toMatchObject({ status: 503, body: { code: 'PGRST001' } });
    expect(JSON.stringify(refusal)).not.toContain('ECONNREFUSED');
  });

  it('has nothing to say about other errors', () => {
    expect(refusalOf(new Error('x'), false)).toBeUndefined();
    expect(refusalOf('x', false)).toBeUndefined();
  });
});

describe('isSignOfStaleSchema', () => {
  it('is an error of a name or of a right', () => {
    expect(isSignOfStaleSchema(refuse.notAllowed('x'))).toBe(true);
    expect(isSignOfStaleSchema(refuse.unknownRelation('x'))).toBe(true);
    expect(isSignOfStaleSchema(refuse.unknownColumn('x'))).toBe(true);
    expect(isSignOfStaleSchema(databaseError('42P01'))).toBe(true);
    expect(isSignOfStaleSchema(databaseError('23505'))).toBe(false);
    expect(isSignOfStaleSchema(new DataApiError(400, 'PGRST100', 'x'))).toBe(false);
    expect(isSignOfStaleSchema(Object.assign(new Error('x'), { code: '42P01' }))).toBe(false);
  });
});
