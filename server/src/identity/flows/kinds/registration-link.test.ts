import type { Flow } from '@watchroom/contract/identity';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../testkit/database.ts';
import { type FlowBrowser, valueOf } from '../../testing/flow-browser.ts';
import { type IdentityServer, serveIdentity } from '../../testing/identity-server.ts';
import { inviteTo } from '../testing/invited.ts';

const PASSWORD = 'correct horse battery';

describe('the link of an invitation', () => {
  let test: TestDatabase;
  let server: IdentityServer;
  beforeAll(async () => {
    test = await createTestDatabase();
    server = await serveIdentity(test.database);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await test[Symbol.asyncDispose]();
  });

  it('begins on the server, which leads to the form with the flow, and whoever is signed in to the console', async () => {
    const token = await inviteTo(server, test.database, 'led@example.com', PASSWORD);
    const open = (browser: FlowBrowser) =>
      browser.send('GET', `/api/.ory/self-service/registration/browser?invitation=${token}`, undefined, {
        accept: 'text/html',
      });
    const browser = server.openBrowser();
    const { status, headers } = await open(browser);
    const at = new URL(String(headers['location']), 'https://watch.example.com');
    expect([status, at.pathname, [...at.searchParams.keys()]]).toEqual([303, '/registration', ['flow']]);
    const id = at.searchParams.get('flow') ?? '';
    const { body } = await browser.send('GET', `/kratos/self-service/registration/flows?id=${id}`);
    expect(valueOf(body as unknown as Flow, 'traits.email')).toBe('led@example.com');
    await browser.submit(body as unknown as Flow, {
      method: 'password',
      'traits.email': 'led@example.com',
      'traits.name.first': 'Lea',
      'traits.name.last': 'Led',
      password: PASSWORD,
    });
    expect((await open(browser)).headers['location']).toBe('/');
  });
});
