import { describe, expect, it } from 'vitest';
import type { Adapter } from '../../src/index.ts';
import { asWriter, openStage } from './stage.ts';

describe('adapters', () => {
  it('mend query and body in their order, and see the schema', async () => {
    const seen: unknown[] = [];
    const rename: Adapter = (request, schema) => {
      seen.push([request.method, request.kind, request.schema, request.name, request.body, schema.names]);
      return { ...request, query: request.query.map(([name, value]) => [name === 'nr' ? 'id' : name, value]) };
    };
    const strict: Adapter = (request) => ({
      ...request,
      query: request.query.map(([name, value]) => [
        name,
        name === 'id' && !value.includes('.') ? `eq.${value}` : value,
      ]),
    });
    const shout: Adapter = (request) =>
      request.method === 'POST' ? { ...request, body: { id: 10, body: 'MENDED' } } : request;
    await using stage = await openStage({ adapters: [rename, strict, shout] });
    expect((await stage.ask('GET', '/data/notes?nr=2&select=id')).json()).toEqual([{ id: 2 }]);
    const written = await stage.ask('POST', '/data/notes?select=id,body', {
      headers: { ...asWriter, prefer: 'return=representation' },
      body: '{"id": 99}',
    });
    expect(written.json()).toEqual([{ id: 10, body: 'MENDED' }]);
    expect(seen).toEqual([
      ['GET', 'relation', 'api', 'notes', undefined, ['api', 'other']],
      ['POST', 'relation', 'api', 'notes', { id: 99 }, ['api', 'other']],
    ]);
  });

  it('leave the text of a body alone that they do not change', async () => {
    await using stage = await openStage({ adapters: [(request) => ({ ...request })] });
    const { text } = await stage.ask('POST', '/data/notes?select=id', {
      headers: { ...asWriter, prefer: 'return=representation' },
      body: '{"id": 9007199254740993, "body": "x"}',
    });
    expect(text).toBe('[{"id":9007199254740993}]');
  });
});
