import type { AddressInfo } from 'node:net';
import { Configuration, FrontendApi, type UiNode } from '@ory/kratos-client';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../testkit/database.ts';
import { createPerson, type IdentityServer, serveIdentity } from '../testing/identity-server.ts';

const PASSWORD = 'correct horse battery';

let test: Awaited<ReturnType<typeof createTestDatabase>>;
let server: IdentityServer;
let url: string;

beforeAll(async () => {
  test = await createTestDatabase();
  server = await serveIdentity(test.database);
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await test[Symbol.asyncDispose]();
});

interface ClientOptions {
  readonly headers: Record<string, string>;
  readonly validateStatus: () => boolean;
}

/** The client of Ory Kratos, in a browser of its own: the client itself keeps no cookies outside of one. */
function openClient() {
  const cookies = new Map<string, string>();
  const api = new FrontendApi(new Configuration({ basePath: `${url}/api/.ory` }));
  const options = (): ClientOptions => ({
    headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    validateStatus: () => true,
  });
  /** Calls the client and keeps the cookies of the answer. */
  async function call<Body>(
    send: (options: ClientOptions) => Promise<{ status: number; data: Body; headers: unknown }>,
  ): Promise<{ status: number; data: Body }> {
    const answer = await send(options());
    const set = (answer.headers as { 'set-cookie'?: string[] })['set-cookie'] ?? [];
    for (const cookie of set) {
      const [pair = '', ...flags] = cookie.split('; ');
      const [name = '', value = ''] = pair.split('=');
      if (flags.some((flag) => flag.startsWith('Expires=Thu, 01 Jan 1970'))) cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  }
  return { api, call };
}

const csrfOf = (flow: { ui: { nodes: UiNode[] } }) => String(attribute(flow, 'csrf_token', 'value'));

function attribute(flow: { ui: { nodes: UiNode[] } }, name: string, key: string): unknown {
  const node = flow.ui.nodes.find(({ attributes }) => 'name' in attributes && attributes.name === name);
  return (node?.attributes as Record<string, unknown> | undefined)?.[key];
}

async function codeOf(email: string, kind: string): Promise<string> {
  const found = await test.database.query<{ body: string }>(
    'select body from identity.mails where recipient = $1 and kind = $2 order by created_at desc limit 1',
    [email, kind],
  );
  return /\b\d{6}\b/.exec(found.rows[0]?.body ?? '')?.[0] ?? '';
}

describe('the client of Ory Kratos', () => {
  it('walks every flow of an account', async () => {
    const admin = await createPerson(test.database, {
      email: 'admin@example.com',
      password: PASSWORD,
      roles: ['admin'],
    });
    const invited = await server.provider.accounts.invite(
      { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com', role: 'editor' },
      { personId: admin, ip: '127.0.0.1' },
    );
    const { api, call } = openClient();

    // Registration: the client cannot name an invitation, so the address of the flow does.
    const begun = await call((options) =>
      api.createBrowserRegistrationFlow(
        {},
        { ...options, params: { invitation: new URL(invited.link).searchParams.get('invitation') } },
      ),
    );
    expect(begun.status).toBe(200);
    const registration = await call((options) => api.getRegistrationFlow({ id: begun.data.id }, options));
    expect(attribute(registration.data, 'traits.email', 'value')).toBe('ann@example.com');
    const registered = await call((options) =>
      api.updateRegistrationFlow(
        {
          flow: begun.data.id,
          updateRegistrationFlowBody: {
            method: 'password',
            csrf_token: csrfOf(registration.data),
            password: PASSWORD,
            traits: { email: 'ann@example.com', name: { first: 'Ann', last: 'Lee' } },
          },
        },
        options,
      ),
    );
    expect(registered).toMatchObject({ status: 200, data: { identity: { traits: { email: 'ann@example.com' } } } });
    expect(await call((options) => api.toSession({}, options))).toMatchObject({
      status: 200,
      data: { active: true, authenticator_assurance_level: 'aal1' },
    });

    // Verification: also of an address that the invitation proved.
    expect(registered.data.continue_with).toBeUndefined();
    const asked = await call((options) => api.createBrowserVerificationFlow({}, options));
    const verification = await call((options) =>
      api.updateVerificationFlow(
        {
          flow: asked.data.id,
          updateVerificationFlowBody: { method: 'code', csrf_token: csrfOf(asked.data), email: 'ann@example.com' },
        },
        options,
      ),
    );
    expect(verification.data.state).toBe('sent_email');
    const verified = await call(async (options) =>
      api.updateVerificationFlow(
        {
          flow: asked.data.id,
          updateVerificationFlowBody: {
            method: 'code',
            csrf_token: csrfOf(verification.data),
            code: await codeOf('ann@example.com', 'verification'),
          },
        },
        options,
      ),
    );
    expect(verified).toMatchObject({ status: 200, data: { state: 'passed_challenge' } });

    // Settings: an authenticator app.
    const settings = await call((options) => api.createBrowserSettingsFlow({}, options));
    const secret = settings.data.ui.nodes
      .map(({ attributes }) => attributes)
      .find((attributes) => attributes.node_type === 'text' && attributes.id === 'totp_secret_key');
    const key = secret?.node_type === 'text' ? secret.text.text : '';
    const code = () => new TOTP({ secret: key }).generate({ timestamp: server.clock.now() });
    const saved = await call((options) =>
      api.updateSettingsFlow(
        {
          flow: settings.data.id,
          updateSettingsFlowBody: { method: 'totp', csrf_token: csrfOf(settings.data), totp_code: code() },
        },
        options,
      ),
    );
    expect(saved).toMatchObject({ status: 200, data: { state: 'success' } });
    expect(await call((options) => api.toSession({}, options))).toMatchObject({
      data: { authenticator_assurance_level: 'aal2' },
    });

    // Signing out.
    const logout = await call((options) => api.createBrowserLogoutFlow({}, options));
    expect((await call((options) => api.updateLogoutFlow({ token: logout.data.logout_token }, options))).status).toBe(
      204,
    );
    expect((await call((options) => api.toSession({}, options))).status).toBe(401);

    // Login with both factors.
    const login = await call((options) => api.createBrowserLoginFlow({}, options));
    const first = await call((options) =>
      api.updateLoginFlow(
        {
          flow: login.data.id,
          updateLoginFlowBody: {
            method: 'password',
            csrf_token: csrfOf(login.data),
            identifier: 'ann@example.com',
            password: PASSWORD,
          },
        },
        options,
      ),
    );
    expect(first.status).toBe(200);
    expect(await call((options) => api.toSession({}, options))).toMatchObject({
      status: 403,
      data: { error: { id: 'session_aal2_required' } },
    });
    const second = await call((options) => api.createBrowserLoginFlow({ aal: 'aal2' }, options));
    expect(second.data.requested_aal).toBe('aal2');
    server.clock.forward(30_000);
    expect(
      (
        await call((options) =>
          api.updateLoginFlow(
            {
              flow: second.data.id,
              updateLoginFlowBody: { method: 'totp', csrf_token: csrfOf(second.data), totp_code: code() },
            },
            options,
          ),
        )
      ).status,
    ).toBe(200);
    expect((await call((options) => api.toSession({}, options))).status).toBe(200);

    // Recovery, in another browser.
    const other = openClient();
    const recovery = await other.call((options) => other.api.createBrowserRecoveryFlow({}, options));
    const sendRecovery = (body: { email?: string; code?: string }) =>
      other.call((options) =>
        other.api.updateRecoveryFlow(
          {
            flow: recovery.data.id,
            updateRecoveryFlowBody: { method: 'code', csrf_token: csrfOf(recovery.data), ...body },
          },
          options,
        ),
      );
    expect(await sendRecovery({ email: 'ann@example.com' })).toMatchObject({
      status: 200,
      data: { state: 'sent_email' },
    });
    const moved = await sendRecovery({ code: await codeOf('ann@example.com', 'recovery') });
    expect(moved).toMatchObject({
      status: 422,
      data: {
        error: { id: 'browser_location_change_required' },
        redirect_browser_to: expect.stringMatching(/^\/login\?aal=aal2/) as string,
      },
    });
  });
});
