import { describe, expect, it } from 'vitest';
import { isOther, isRefused, passes, SECRET, type Service } from '../testing/services.ts';
import { serveHttp } from '../testing/servers.ts';
import { serveStandIn } from '../testing/stand-in.ts';
import { stepsOf, tryEntry } from '../testing/try-entry.ts';

const password = SECRET;
const refused401 = 'The server refuses the credentials (status 401): ';
const withBearer: NonNullable<Service['accepts']> = ({ headers }) => headers['authorization'] === `Bearer ${SECRET}`;

const services: readonly Service[] = [
  {
    type: 'github',
    entry: { password },
    host: 'api.github.com',
    asks: 'GET /user',
    accepts: withBearer,
    answer: { login: 'octocat', id: 1, type: 'User' },
    tells: 'octocat',
    refusal: { status: 401, body: { message: 'Bad credentials', documentation_url: 'https://docs.github.com/rest' } },
    refused: `${refused401}Bad credentials`,
  },
  {
    type: 'gitlab',
    entry: { password, url: 'https://gitlab.example.org/' },
    host: 'gitlab.example.org',
    asks: 'GET /api/v4/user',
    accepts: withBearer,
    answer: { id: 1, username: 'ann', state: 'active' },
    tells: 'ann',
    refusal: { status: 401, body: { message: '401 Unauthorized' } },
    refused: `${refused401}401 Unauthorized`,
  },
  {
    type: 'azure_devops',
    entry: { username: 'acme', password },
    host: 'dev.azure.com',
    asks: 'GET /acme/_apis/connectionData?api-version=7.1-preview',
    accepts: ({ headers }) => headers['authorization'] === `Basic ${Buffer.from(`:${SECRET}`).toString('base64')}`,
    answer: { authenticatedUser: { id: 'u1', providerDisplayName: 'Ann Example', isActive: true } },
    tells: 'Ann Example',
    refusal: { status: 401, body: { $id: '1', message: 'TF400813: The user is not authorized.' } },
    refused: `${refused401}TF400813: The user is not authorized.`,
  },
  {
    type: 'openai',
    entry: { password, properties: { model: 'gpt-5' } },
    host: 'api.openai.com',
    asks: 'GET /v1/models/gpt-5',
    accepts: withBearer,
    answer: { id: 'gpt-5', object: 'model', owned_by: 'openai' },
    tells: 'gpt-5',
    refusal: { status: 401, body: { error: { message: 'Incorrect API key provided.', code: 'invalid_api_key' } } },
    refused: `${refused401}Incorrect API key provided.`,
  },
  {
    type: 'anthropic',
    entry: { password },
    host: 'api.anthropic.com',
    asks: 'GET /v1/models',
    accepts: ({ headers }) => headers['x-api-key'] === SECRET && headers['anthropic-version'] === '2023-06-01',
    answer: { data: [{ type: 'model', id: 'claude-sonnet-4-5' }], has_more: false },
    tells: 'Models: 1',
    refusal: {
      status: 401,
      body: { type: 'error', error: { type: 'authentication_error', message: 'invalid x-api-key' } },
    },
    refused: `${refused401}invalid x-api-key`,
  },
  {
    type: 'gemini',
    entry: { password, properties: { model: 'models/gemini-2.5-pro' } },
    host: 'generativelanguage.googleapis.com',
    asks: 'GET /v1beta/models/gemini-2.5-pro',
    accepts: ({ headers }) => headers['x-goog-api-key'] === SECRET,
    answer: { name: 'models/gemini-2.5-pro', version: '2.5' },
    tells: 'models/gemini-2.5-pro',
    refusal: { status: 400, body: { error: { code: 400, message: 'API key not valid.', status: 'INVALID_ARGUMENT' } } },
    refused: 'The server answers with status 400, not 2xx: API key not valid.',
  },
  {
    type: 'dynatrace',
    entry: { url: 'abc12345.live.dynatrace.com', password },
    host: 'abc12345.live.dynatrace.com',
    asks: 'GET /api/v2/problems?pageSize=1',
    accepts: ({ headers }) => headers['authorization'] === `Api-Token ${SECRET}`,
    answer: { totalCount: 3, pageSize: 1, problems: [] },
    tells: 'two hours: 3',
    refusal: { status: 401, body: { error: { code: 401, message: 'Token Authentication failed' } } },
    refused: `${refused401}Token Authentication failed`,
  },
  {
    type: 'ollama',
    entry: { url: 'https://ollama.example.org', password },
    host: 'ollama.example.org',
    asks: 'GET /api/tags',
    accepts: withBearer,
    answer: { models: [{ name: 'llama3.2:latest', size: 1 }] },
    tells: 'Models: 1',
    refusal: { status: 401, body: { error: 'unauthorized' } },
    refused: `${refused401}unauthorized`,
  },
];

describe.each(services)('$type', (service) => {
  it('passes with the credentials that the service takes', () => passes(service));
  it('says why the service refuses, and shows no secret', () => isRefused(service));
  it('fails at another program and at a server that never answers', () => isOther(service));
});

it.each([
  ['https://github.com', 'api.github.com', 'GET /user'],
  ['https://github.example.org/', 'github.example.org', 'GET /api/v3/user'],
  ['https://github.example.org/api/v3', 'github.example.org', 'GET /api/v3/user'],
])('asks the API of the GitHub at %s', async (url, host, asks) => {
  await using service = await serveStandIn(host, () => ({ body: { login: 'octocat' } }));
  expect(await tryEntry('github', { url, password }, service)).toMatchObject({ message: 'ok' });
  expect(service.asked.map(({ what }) => what)).toEqual([asks]);
});

it('says that an Ollama server does not have the model', async () => {
  await using ollama = await serveHttp((_, response) => response.end('{"models":[{"name":"llama3.2:latest"}]}'));
  const has = await tryEntry('ollama', { url: ollama.url, properties: { model: 'llama3.2' } });
  expect([has.message, stepsOf(has).at(-1)]).toEqual(['ok', 'Model']);
  const lacks = await tryEntry('ollama', { url: ollama.url, properties: { model: 'llama4' } });
  expect([lacks.message, stepsOf(lacks).at(-1)]).toEqual([expect.stringContaining('no model llama4'), 'Model failed']);
});

it('takes no credentials to where a service redirects', async () => {
  await using other = await serveHttp((_, response) => response.end('{"username":"ann"}'));
  await using gitlab = await serveHttp((_, response) => response.writeHead(302, { location: other.url }).end());
  const tested = await tryEntry('gitlab', { url: gitlab.url, password });
  expect(tested.message).toBe('The server answers with status 302, not 2xx');
  expect(other.connections()).toBe(0);
});
