import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, openFixture } from './fixture.ts';
import { anything, having, refusal } from './matchers.ts';

let api: Fixture;
beforeAll(async () => {
  api = await openFixture();
});
afterAll(() => api[Symbol.asyncDispose]());

async function read(url: string): Promise<unknown> {
  const { status, body } = await api.get(url);
  expect([status, body]).toEqual([200, anything]);
  return body;
}

describe('directions', () => {
  it('to one: an object, or null', async () => {
    expect(await read('/films?select=id,directors(name)&id=in.(1,6)&order=id')).toEqual([
      { id: 1, directors: { name: 'Fritz Lang' } },
      { id: 6, directors: null },
    ]);
  });

  it('to many: a list, empty where there is nothing', async () => {
    expect(await read('/directors?select=name,films(id)&id=in.(2,4)&order=id&films.order=id')).toEqual([
      { name: 'Alfred Hitchcock', films: [{ id: 2 }, { id: 3 }] },
      { name: 'Nobody Yet', films: [] },
    ]);
  });

  it('many to many through a junction', async () => {
    expect(await read('/films?select=id,actors(name)&id=eq.2&actors.order=name')).toEqual([
      { id: 2, actors: [{ name: 'James Stewart' }, { name: 'Kim Novak' }] },
    ]);
    expect(await read('/actors?select=name,films(title)&id=eq.4')).toEqual([
      { name: 'Anthony Perkins', films: [{ title: 'Psycho' }] },
    ]);
  });

  it('one to one from both sides', async () => {
    expect(await read('/films?select=id,technical_specs(camera)&id=in.(1,3)&order=id')).toEqual([
      { id: 1, technical_specs: { camera: 'Debrie' } },
      { id: 3, technical_specs: null },
    ]);
    expect(await read('/technical_specs?select=camera,films(title)&film_id=eq.2')).toEqual([
      { camera: 'VistaVision', films: { title: 'Vertigo' } },
    ]);
  });

  it('to the relation itself, up and down', async () => {
    expect(await read('/employees?select=name,manager:manager_id(name)&id=eq.2')).toEqual([
      { name: 'Ben', manager: { name: 'Ada' } },
    ]);
    expect(await read('/employees?select=name,reports:employees!manager_id(name)&id=eq.1&reports.order=id')).toEqual([
      { name: 'Ada', reports: [{ name: 'Ben' }, { name: 'Cy' }] },
    ]);
  });

  it('from and to a partitioned table and its partitions', async () => {
    expect(await read('/events?select=kind,films(title)&id=eq.3')).toEqual([
      { kind: 'restored', films: { title: 'Metropolis' } },
    ]);
    expect(await read('/films?select=id,events(kind)&id=eq.1&events.order=id')).toEqual([
      { id: 1, events: [{ kind: 'shown' }, { kind: 'restored' }] },
    ]);
  });

  it('nests', async () => {
    const url = '/directors?select=name,films(title,roles(part,actors(name)))&id=eq.1';
    expect(await read(url)).toEqual([
      {
        name: 'Fritz Lang',
        films: [{ title: 'Metropolis', roles: [{ part: 'Maria', actors: { name: 'Brigitte Helm' } }] }],
      },
    ]);
  });

  it('takes every column of all levels with stars', async () => {
    expect(await read('/projects?select=*,tasks(*)&id=eq.3')).toEqual([{ id: 3, name: 'Idle', tasks: [] }]);
  });

  it('embeds nothing of an empty embed', async () => {
    expect(await read('/films?select=id,directors()&id=eq.1')).toEqual([{ id: 1 }]);
  });

  it('lets an embed win over a column of its name', async () => {
    expect(await read('/films?select=*,director_id(name)&id=eq.1')).toEqual([
      having({ id: 1, director_id: { name: 'Fritz Lang' } }),
    ]);
  });
});

describe('names and hints', () => {
  it.each([
    ['orders?select=id,address:addresses!orders_billing(city)', 'Berlin'],
    ['orders?select=id,address:addresses!orders_shipping(city)', 'London'],
    ['orders?select=id,address:addresses!billing_address_id(city)', 'Berlin'],
    ['orders?select=id,address:addresses!shipping_address_id(city)', 'London'],
    ['orders?select=id,address:billing_address_id(city)', 'Berlin'],
    ['orders?select=id,address:orders_shipping(city)', 'London'],
    ['orders?select=id,address:addresses!orders_shipping!inner(city)', 'London'],
    ['orders?select=id,address:addresses!inner!orders_shipping(city)', 'London'],
  ])('tells %s', async (url, city) => {
    expect(await read(`/${url}&id=eq.1`)).toEqual([{ id: 1, address: { city } }]);
  });

  it('has two ways to one relation in one request', async () => {
    const url =
      '/orders?select=billing:addresses!orders_billing(city),shipping:addresses!orders_shipping(city)&id=eq.3';
    expect(await read(url)).toEqual([{ billing: { city: 'Berlin' }, shipping: null }]);
  });

  it('names a junction as hint', async () => {
    expect(await read('/films?select=id,actors!roles(name)&id=eq.1')).toEqual([
      { id: 1, actors: [{ name: 'Brigitte Helm' }] },
    ]);
  });

  it('lists the choices of an ambiguous embed', async () => {
    const { status, body, text } = await api.get('/orders?select=id,addresses(city)');
    expect([status, body]).toEqual([300, refusal('PGRST201', "'orders' and 'addresses'")]);
    expect(text).toContain('addresses!orders_billing');
    expect(text).toContain('addresses!orders_shipping');
  });

  it.each([
    ['films?select=id,addresses(*)', "'films' and 'addresses'"],
    ['films?select=id,nope(*)', "'films' and 'nope'"],
    ['films?select=id,directors!nope(*)', "'films' and 'directors'"],
    ['films?select=id,directors(films(nope(*)))', "'films' and 'nope'"],
    ['films?select=id,tenants!inner(*)', "'films' and 'tenants'"],
  ])('refuses %s', async (url, message) => {
    const { status, body } = await api.get(`/${url}`);
    expect([status, body]).toEqual([400, refusal('PGRST200', message)]);
  });

  it('does not reach into relations that are not exposed', async () => {
    const { status, body } = await api.get('/accounts?select=id,hidden_accounts(*)');
    expect([status, body]).toEqual([400, refusal('PGRST200', 'hidden_accounts')]);
  });
});
