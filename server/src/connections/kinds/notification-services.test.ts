import { describe, expect, it } from 'vitest';
import { basic, ENCODED, isOther, isRefused, passes, SECRET, type Service } from '../testing/services.ts';
import { serveStandIn } from '../testing/stand-in.ts';
import { stepsOf, tryEntry } from '../testing/try-entry.ts';

const password = SECRET;
const refused401 = 'The server refuses the credentials (status 401): ';

const services: readonly Service[] = [
  {
    type: 'slack',
    entry: { username: 'C012AB3CD', password },
    host: 'slack.com',
    asks: 'POST /api/auth.test',
    accepts: ({ headers }) => headers['authorization'] === `Bearer ${SECRET}`,
    answer: { ok: true, url: 'https://x.slack.com/', team: 'Acme', user: 'watch', team_id: 'T1', user_id: 'U1' },
    tells: 'watch of Acme',
    refusal: { status: 200, body: { ok: false, error: 'invalid_auth' } },
    refused: 'The server refuses: invalid_auth',
  },
  {
    type: 'discord',
    entry: { username: '1234567890', password },
    host: 'discord.com',
    asks: `GET /api/v10/webhooks/1234567890/${ENCODED}`,
    answer: {
      application_id: null,
      avatar: null,
      channel_id: '19',
      id: '1234567890',
      name: 'Ops',
      token: SECRET,
      type: 1,
    },
    tells: 'Webhook Ops',
    refusal: { status: 401, body: { message: 'Invalid Webhook Token', code: 50_027 } },
    refused: `${refused401}Invalid Webhook Token`,
  },
  {
    type: 'telegram',
    entry: { username: '@alerts', password: `110201543:${SECRET}` },
    host: 'api.telegram.org',
    asks: `GET /bot110201543:${ENCODED}/getMe`,
    answer: { ok: true, result: { id: 110_201_543, is_bot: true, first_name: 'Watch', username: 'watch_bot' } },
    tells: '@watch_bot',
    refusal: { status: 401, body: { ok: false, error_code: 401, description: 'Unauthorized' } },
    refused: `${refused401}Unauthorized`,
  },
  {
    type: 'ntfy',
    entry: { username: 'watch', password, properties: { topic: 'alerts' } },
    host: 'ntfy.sh',
    asks: 'GET /v1/account',
    accepts: ({ headers }) => headers['authorization'] === basic('watch'),
    answer: { username: 'watch', role: 'user', sync_topic: 'st_1' },
    tells: 'watch',
    refusal: { status: 401, body: { code: 40_101, http: 401, error: 'unauthorized', link: 'https://ntfy.sh/docs' } },
    refused: `${refused401}unauthorized`,
  },
  {
    type: 'pushover',
    entry: { username: `u${SECRET}`, password },
    host: 'api.pushover.net',
    asks: 'POST /1/users/validate.json',
    accepts: ({ body }) => new URLSearchParams(body).get('token') === SECRET,
    answer: { status: 1, group: 0, devices: ['iphone', 'desk'], licenses: ['iOS'], request: 'r1' },
    tells: 'Devices: iphone, desk',
    refusal: { status: 400, body: { token: 'invalid', errors: ['application token is invalid'], status: 0 } },
    refused: 'The server answers with status 400, not 2xx: application token is invalid',
  },
  {
    type: 'pushbullet',
    entry: { password, properties: { targets: '#alerts' } },
    host: 'api.pushbullet.com',
    asks: 'GET /v2/users/me',
    accepts: ({ headers }) => headers['access-token'] === SECRET,
    answer: { iden: 'u1', email: 'ann@example.org', name: 'Ann' },
    tells: 'ann@example.org',
    refusal: {
      status: 401,
      body: { error: { code: 'invalid_access_token', message: 'Access token is missing or invalid.' } },
    },
    refused: `${refused401}Access token is missing or invalid.`,
  },
  {
    type: 'opsgenie',
    entry: { password },
    host: 'api.opsgenie.com',
    asks: 'GET /v2/alerts/count?query=status%3Aopen',
    accepts: ({ headers }) => headers['authorization'] === `GenieKey ${SECRET}`,
    answer: { data: { count: 7 }, took: 0.1, requestId: 'r1' },
    tells: '7 open alerts',
    refusal: { status: 422, body: { message: 'Key format is not valid!', took: 0, requestId: 'r2' } },
    refused: 'The server answers with status 422, not 2xx: Key format is not valid!',
  },
  {
    type: 'matrix',
    entry: { password, properties: { host: 'matrix.example.org' } },
    host: 'matrix.example.org',
    asks: 'GET /_matrix/client/v3/account/whoami',
    accepts: ({ headers }) => headers['authorization'] === `Bearer ${SECRET}`,
    answer: { user_id: '@watch:example.org', device_id: 'D' },
    tells: '@watch:example.org',
    refusal: { status: 401, body: { errcode: 'M_UNKNOWN_TOKEN', error: 'Invalid access token passed.' } },
    refused: `${refused401}Invalid access token passed.`,
  },
  {
    type: 'zulip_chat',
    entry: { username: 'bot@example.org', password, properties: { host: 'zulip.example.org' } },
    host: 'zulip.example.org',
    asks: 'GET /api/v1/users/me',
    accepts: ({ headers }) => headers['authorization'] === basic('bot@example.org'),
    answer: { result: 'success', msg: '', full_name: 'Watch', email: 'bot@example.org', is_bot: true },
    tells: 'Watch',
    refusal: { status: 401, body: { result: 'error', msg: 'Invalid API key', code: 'UNAUTHORIZED' } },
    refused: `${refused401}Invalid API key`,
  },
  {
    type: 'mattermost',
    entry: { password, properties: { host: 'chat.example.org' } },
    host: 'chat.example.org',
    asks: 'GET /api/v4/system/ping',
    answer: { AndroidLatestVersion: '', status: 'OK' },
    tells: 'not tried',
    refusal: { status: 500, body: { status: 'UNHEALTHY' } },
    refused: 'The server answers with status 500, not 2xx',
  },
  {
    type: 'rocketchat',
    entry: { username: `a${SECRET}`, password, properties: { host: 'chat.example.org', channel: '#ops' } },
    host: 'chat.example.org',
    asks: 'GET /api/info',
    answer: { version: '6.5', success: true },
    tells: 'Rocket.Chat 6.5',
    refusal: { status: 429, body: { success: false, error: 'Error, too many requests.' } },
    refused: 'The server answers with status 429, not 2xx: Error, too many requests.',
  },
];

describe.each(services)('$type', (service) => {
  it('passes with the credentials that the service takes', () => passes(service));
  it('says why the service refuses, and shows no secret', () => isRefused(service));
  it('fails at another program and at a server that never answers', () => isOther(service));
});

it('asks an ntfy server without a login whether it is well', async () => {
  await using service = await serveStandIn('ntfy.sh', ({ what, headers }) => ({
    status: what === 'GET /v1/health' && !headers['authorization'] ? 200 : 404,
    body: { healthy: true },
  }));
  expect(await tryEntry('ntfy', { properties: { topic: 'alerts' } }, service)).toMatchObject({ message: 'ok' });
});

it('signs in to Matrix and out again', async () => {
  const credentials = { type: 'm.login.password', identifier: { type: 'm.id.user', user: 'watch' }, password };
  await using service = await serveStandIn('matrix.example.org', ({ what, headers, body }) => {
    if (what === 'POST /_matrix/client/v3/login' && body === JSON.stringify(credentials))
      return { body: { user_id: '@watch:example.org', access_token: 'syt_session', device_id: 'D' } };
    const isOut = what === 'POST /_matrix/client/v3/logout' && headers['authorization'] === 'Bearer syt_session';
    return isOut ? { body: {} } : { status: 403, body: { errcode: 'M_FORBIDDEN', error: 'Invalid password' } };
  });
  const entry = { username: 'watch', password, properties: { host: 'matrix.example.org' } };
  const tested = await tryEntry('matrix', entry, service);
  expect([tested.message, tested.steps.at(-1)?.detail]).toEqual(['ok', 'Signed out again']);
  const wrong = await tryEntry('matrix', { ...entry, password: 'wrong-password' }, service);
  expect(wrong.message).toBe('The server refuses the credentials (status 403): Invalid password');
  expect(JSON.stringify([tested, wrong])).not.toMatch(/syt_session|wrong-password|hunter2/);
});

const webhooks = [
  {
    type: 'teams',
    host: 'acme.webhook.office.com',
    entry: {
      properties: { group: 'g', tenant: 't', altID: SECRET, groupOwner: SECRET, host: 'acme.webhook.office.com' },
    },
  },
  {
    type: 'google_chat',
    host: 'chat.googleapis.com',
    entry: { username: SECRET, password, properties: { space: 'AAAA' } },
  },
  { type: 'ifttt', host: 'maker.ifttt.com', entry: { username: SECRET } },
  { type: 'generic_webhook', host: 'hooks.example.org', entry: { url: 'generic+https://hooks.example.org/alerts' } },
];

it.each(webhooks)('reaches $type, sends nothing there, and says that', async ({ type, host, entry }) => {
  await using service = await serveStandIn(host, () => ({ body: {} }));
  const tested = await tryEntry(type, entry, service);
  expect(tested.message).toBe('ok');
  expect(stepsOf(tested)).toEqual(['Name lookup', 'Connect', 'TLS', 'Sign in']);
  expect(tested.steps.at(-1)?.detail).toContain('not tried');
  expect(service.asked).toEqual([]);
  expect(JSON.stringify(tested)).not.toContain('hunter2');
});

it.each(webhooks)(
  'does not take $type at a server whose certificate is for another name',
  async ({ type, host, entry }) => {
    await using other = await serveStandIn(host, () => ({ body: {} }));
    const outbound = {
      ...other.outbound,
      connectSocket: (request: Parameters<typeof other.outbound.connectSocket>[0]) =>
        other.outbound.connectSocket({ ...request, tls: { ...request.tls, servername: 'nobody.example' } }),
    };
    const tested = await tryEntry(type, entry, { outbound });
    expect([stepsOf(tested).at(-1), tested.message]).toEqual(['TLS failed', expect.stringContaining('certificate')]);
  },
);
