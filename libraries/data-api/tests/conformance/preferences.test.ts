import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, openFixture } from './fixture.ts';
import { containing, having, refusal } from './matchers.ts';

let api: Fixture;
beforeAll(async () => {
  api = await openFixture();
});
afterAll(() => api[Symbol.asyncDispose]());

describe('Prefer', () => {
  it('may be one list in one header, with spaces', async () => {
    const { status, headers } = await api.post(
      '/notices',
      { id: 20, text: 'x' },
      { prefer: 'return=representation , count=exact,tx=rollback' },
    );
    expect([status, headers['content-range']]).toEqual([201, '*/1']);
    expect(headers['preference-applied']?.split(', ').toSorted()).toEqual([
      'count=exact',
      'return=representation',
      'tx=rollback',
    ]);
  });

  it('ignores what it does not know, unless handling is strict', async () => {
    expect((await api.get('/films?select=id&limit=1', { prefer: 'anything=goes' })).status).toBe(200);
    expect((await api.get('/films?select=id&limit=1', { prefer: 'handling=lenient,anything=goes' })).status).toBe(200);
    const { status, body } = await api.get('/films', { prefer: 'handling=strict, anything=goes, count=often' });
    expect([status, body]).toEqual([400, refusal('PGRST122', 'handling=strict')]);
    expect(body).toEqual(having({ details: containing('anything=goes') }));
  });

  it('tells that handling was strict', async () => {
    const { headers } = await api.get('/films?select=id', { prefer: 'handling=strict' });
    expect(headers['preference-applied']).toBe('handling=strict');
  });
});

describe('max-affected', () => {
  const limited = (max: number, handling = 'handling=strict,') =>
    `${handling}max-affected=${max},return=representation`;

  it('lets as many rows pass', async () => {
    const { status, headers } = await api.ask('PATCH', '/tasks?id=in.(1,2)', {
      prefer: limited(2),
      body: { priority: 3 },
    });
    expect([status, headers['preference-applied']]).toEqual([200, containing('max-affected=2')]);
  });

  it('refuses more and writes nothing', async () => {
    const patch = await api.ask('PATCH', '/tasks?id=gt.0', { prefer: limited(2), body: { title: 'all' } });
    expect([patch.status, patch.body]).toEqual([400, refusal('PGRST124', 'max-affected')]);
    expect(patch.body).toEqual(having({ details: containing('5') }));
    expect((await api.ask('DELETE', '/tasks?id=gt.0', { prefer: limited(4) })).status).toBe(400);
    expect((await api.get('/tasks?title=neq.all&select=id')).body).toHaveLength(5);
  });

  it('counts for functions that write too', async () => {
    const { status } = await api.post('/rpc/rename_film', { film: 1, new_title: 'x' }, { prefer: limited(0) });
    expect(status).toBe(400);
    expect((await api.get('/films?id=eq.1&select=title')).body).toEqual([{ title: 'Metropolis' }]);
  });

  it('is only obeyed with strict handling', async () => {
    const { status } = await api.ask('PATCH', '/tasks?id=in.(1,2)', { prefer: limited(1, ''), body: { priority: 2 } });
    expect(status).toBe(200);
  });
});

describe('tx', () => {
  it('rollback gives the answer and keeps nothing', async () => {
    const { status, body, headers } = await api.post(
      '/notices',
      { id: 30, text: 'gone' },
      {
        prefer: 'return=representation,tx=rollback',
      },
    );
    expect([status, body]).toEqual([201, [{ id: 30, text: 'gone' }]]);
    expect(headers['preference-applied']).toContain('tx=rollback');
    expect((await api.get('/notices?id=eq.30')).body).toEqual([]);
  });

  it('is not obeyed where the server does not allow it', async () => {
    await using firm = await openFixture({ txRollback: false });
    const { headers } = await firm.post('/notices', { id: 31, text: 'stays' }, { prefer: 'tx=rollback' });
    expect(headers['preference-applied'] ?? '').not.toContain('rollback');
    expect((await firm.get('/notices?id=eq.31&select=text')).body).toEqual([{ text: 'stays' }]);
  });
});

describe('timezone', () => {
  it('holds for the answer', async () => {
    const { body, headers } = await api.get('/things?id=eq.1&select=at', { prefer: 'timezone=America/Los_Angeles' });
    expect(body).toEqual([{ at: '2025-12-31T16:00:00-08:00' }]);
    expect(headers['preference-applied']).toBe('timezone=America/Los_Angeles');
    expect((await api.post('/rpc/setting', { name: 'TimeZone' }, { prefer: 'timezone=Asia/Tokyo' })).body).toBe(
      'Asia/Tokyo',
    );
  });

  it('is gone with the next request', async () => {
    const before = (await api.get('/things?id=eq.1&select=at')).text;
    await api.get('/things?id=eq.1&select=at', { prefer: 'timezone=Asia/Tokyo' });
    expect((await api.get('/things?id=eq.1&select=at')).text).toBe(before);
  });

  it('is ignored when nobody knows it, and refused with strict handling', async () => {
    expect((await api.get('/things?select=at', { prefer: "timezone=Jupiter'; reset role; --" })).status).toBe(200);
    const { status, body } = await api.get('/things?select=at', { prefer: 'handling=strict,timezone=Jupiter' });
    expect([status, body]).toEqual([400, refusal('PGRST122', 'handling=strict')]);
    expect(body).toEqual(having({ details: containing('Jupiter') }));
  });
});

describe('return', () => {
  it('a read ignores it', async () => {
    const { body } = await api.get('/projects?select=id&order=id', { prefer: 'return=minimal' });
    expect(body).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
  });

  it('minimal is the default of a write', async () => {
    const { text, headers } = await api.post('/notices', { id: 40, text: 'x' }, { prefer: 'return=minimal' });
    expect([text, headers['preference-applied']]).toEqual(['', 'return=minimal']);
  });
});
