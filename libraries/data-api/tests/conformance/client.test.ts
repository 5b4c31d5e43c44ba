import {
  PostgrestBuilder,
  PostgrestClient,
  PostgrestFilterBuilder,
  PostgrestQueryBuilder,
  PostgrestTransformBuilder,
} from '@supabase/postgrest-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientWalks, type LooseClient } from './client-walk.ts';
import { type Fixture, openFixture } from './fixture.ts';
import { containing } from './matchers.ts';

let api: Fixture;
let client: LooseClient;
beforeAll(async () => {
  api = await openFixture();
  client = new PostgrestClient(await api.listen(), { headers: { 'x-role': 'admin' }, schema: 'api' });
});
afterAll(() => api[Symbol.asyncDispose]());

describe('the builder of the npm client', () => {
  it('does what its documentation says, method by method', async () => {
    for (const [method, run, expected] of clientWalks(client)) {
      expect.soft([method, String(run), await run()]).toEqual([method, String(run), expected]);
    }
  });

  it('throwOnError throws what the server says', async () => {
    await expect(client.from('films').select('nope').throwOnError()).rejects.toMatchObject({
      code: '42703',
      message: containing('films.nope'),
    });
  });

  it('rollback has kept nothing', async () => {
    expect((await client.from('projects').select().eq('id', 300)).data).toEqual([]);
  });

  it('has no public method that this walk leaves out', () => {
    const inside = ['constructor', 'processResponse', 'cloneRequestState', 'decorateFetch'];
    const classes = [
      PostgrestClient,
      PostgrestQueryBuilder,
      PostgrestFilterBuilder,
      PostgrestTransformBuilder,
      PostgrestBuilder,
    ];
    const names = classes.flatMap(({ prototype }) => Object.getOwnPropertyNames(prototype));
    const walked = new Set(clientWalks(client).map(([method]) => method));
    expect([...new Set(names)].filter((name) => !inside.includes(name)).toSorted()).toEqual([...walked].toSorted());
  });
});
