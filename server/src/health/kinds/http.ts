import { z } from 'zod';
import { HIDDEN } from '../../platform/secrets/hidden.ts';
import { connectable, namedEnvVar, tlsConfig } from '../../platform/kinds/credentials.ts';
import { thresholdMillis } from '../../platform/kinds/fields.ts';
import { within } from '../../platform/kinds/limit.ts';
import { deadlineBeyond, defineCheckKind } from './support/define.ts';
import { commonFields, relatable, templatable } from './support/fields.ts';
import { runCrawl } from './support/http-crawl.ts';
import { awsSigV4, crawl, httpMethods, httpUrl, oauth2 } from './support/http-fields.ts';
import { withConnection } from './support/http-connection.ts';
import { judgeResponse } from './support/http-verdict.ts';
import { requestAsSpecified } from './support/http-request.ts';
import { withoutLogins } from '../../platform/secrets/secret-texts.ts';
import { checkScripts } from './support/scripts.ts';
import { failure, failureOf } from './support/outcome.ts';

const scripts = checkScripts('http', {
  code: 'value',
  headers: 'value',
  elapsed: 'span',
  sslAge: 'span',
  content: 'value',
  json: 'value',
  visited: 'value',
  missing: 'value',
});

const schema = z.strictObject({
  ...commonFields,
  url: httpUrl('URL to request').optional().meta({ 'x-level': 'basic' }),
  endpoint: httpUrl('Old name of url; set one of the two').optional().meta({ deprecated: true }),
  method: z
    .enum(httpMethods)
    .default('GET')
    .meta({ description: 'Method of the request', 'x-level': 'basic', 'x-choices': ['GET', 'POST', 'PUT', 'DELETE'] }),
  thresholdMillis: thresholdMillis('The answer must be complete within this time; 0 is no limit'),
  headers: z.array(namedEnvVar()).max(200).optional().meta({ description: 'Headers of the request' }),
  body: z
    .string()
    .max(1_048_576)
    .optional()
    .meta({
      description: 'Body of the request, sent as it is',
      'x-widget': 'text-area',
      'x-level': 'basic',
      'x-when': { field: 'method', notIn: ['GET', 'DELETE'] },
    }),
  templateBody: z.boolean().optional().meta({ description: 'Render body as a template', 'x-unsupported': true }),
  env: z.array(namedEnvVar()).optional().meta({ description: 'Variables for templates', 'x-unsupported': true }),
  responseCodes: z.array(z.int().min(100).max(599)).max(500).optional().meta({
    description: 'Default: 200-299',
    'x-widget': 'response-codes',
    'x-level': 'basic',
  }),
  responseContent: z.string().max(65_536).optional().meta({
    description: 'Text that the body of the answer must contain',
    'x-level': 'basic',
  }),
  responseJSONContent: z
    .strictObject({
      path: z.string().optional().meta({ description: 'Ignored' }),
      value: z.string().optional().meta({ description: 'Ignored' }),
    })
    .optional()
    .meta({ description: 'Ignored; old documents may have it', deprecated: true }),
  maxSSLExpiry: z.int().min(0).max(36_500).optional().meta({
    description: 'Fail when the certificate expires sooner than this, or when there is none',
    'x-unit': 'days',
  }),
  maxRedirects: z.int().min(0).max(100).default(10).meta({
    description: 'Redirects to follow, never more than 5 whatever is set; 0 judges the redirect itself',
  }),
  ...connectable,
  digest: z.boolean().optional().meta({
    description: 'Send username and password by digest authentication',
    'x-level': 'basic',
    'x-group': 'authentication',
  }),
  ntlm: z.boolean().optional().meta({
    description:
      'Sign in with username (DOMAIN\\user) and password by NTLM version 2; redirects are judged, not followed',
    'x-level': 'basic',
    'x-group': 'authentication',
  }),
  ntlmv2: z
    .boolean()
    .optional()
    .meta({ description: 'The same as ntlm', 'x-level': 'basic', 'x-group': 'authentication' }),
  oauth2: oauth2.optional().meta({
    description: 'Get a token for username and password (the client id and secret) first and send that',
  }),
  awsSigV4: awsSigV4.optional().meta({ description: 'Sign the request for AWS' }),
  tlsConfig: tlsConfig.optional().meta({ description: 'TLS settings' }),
  crawl: crawl.optional().meta({
    description: 'Follow the links of the page, at most 500 pages, and fail when one of them is broken',
  }),
  ...templatable(scripts),
  ...relatable,
});

export const kind = defineCheckKind({
  title: 'HTTP',
  summary: 'Asks a web address and judges status, content, speed and certificate of the answer.',
  icon: 'world',
  documentKey: 'http',
  schema,
  scripts,
  rules: [
    { require: ['url', 'endpoint', 'connection'], message: 'Set the address (url) that the check asks' },
    { when: ['url'], forbid: ['endpoint'], message: 'endpoint is the old name of url; set one of the two' },
    {
      when: ['digest'],
      require: ['username', 'connection'],
      message: 'Digest authentication needs username and password',
    },
    { when: ['ntlm'], require: ['username', 'connection'], message: 'NTLM needs username and password' },
    { when: ['ntlmv2'], require: ['username', 'connection'], message: 'NTLM needs username and password' },
    ...['digest', 'oauth2', 'awsSigV4'].map((way, index, ways) => ({
      when: [way],
      forbid: [...ways.slice(index + 1), 'ntlm', 'ntlmv2'],
      message: 'Use one way of authentication: digest, ntlm, oauth2 or awsSigV4',
    })),
    { when: ['oauth2'], require: ['username', 'connection'], message: 'oauth2 needs the client id as username' },
    { when: ['oauth2'], require: ['password', 'connection'], message: 'oauth2 needs the client secret as password' },
    {
      when: ['awsSigV4'],
      require: ['awsSigV4.accessKey', 'awsSigV4.connection'],
      message: 'awsSigV4 needs an access key',
    },
    { when: ['awsSigV4.accessKey'], require: ['awsSigV4.secretKey'], message: 'awsSigV4 needs a secret key' },
    { when: ['tlsConfig.cert'], require: ['tlsConfig.key'], message: 'A client certificate needs its key' },
    { when: ['tlsConfig.key'], require: ['tlsConfig.cert'], message: 'A key needs its client certificate' },
  ],
  examples: [
    { title: 'A web page', spec: { name: 'website', url: 'https://example.org/' } },
    {
      title: 'An API that must be quick and up',
      spec: {
        name: 'api',
        url: 'https://api.example.org/health',
        headers: [{ name: 'Accept', value: 'application/json' }],
        responseCodes: [200],
        responseContent: '"up"',
        thresholdMillis: 2_000,
        maxSSLExpiry: 14,
      },
    },
    {
      title: 'A page behind digest authentication',
      spec: {
        name: 'intranet',
        url: 'https://intranet.example.org/',
        digest: true,
        username: { value: 'monitor' },
        password: { value: 'secret' },
      },
    },
    {
      title: 'The server of a connection, with its login',
      spec: { name: 'api', connection: 'connection://default/api' },
    },
    {
      title: 'Broken links of a site',
      spec: { name: 'links', url: 'https://example.org/', crawl: { depth: 2, parallelism: 1 } },
    },
  ],
  rejects: [
    { spec: { name: 'nothing to ask' }, path: 'url', reason: 'address' },
    {
      spec: { name: 'both', url: 'http://a.example', endpoint: 'http://b.example' },
      path: 'endpoint',
      reason: 'one of',
    },
    { spec: { name: 'malformed', connection: 'connection:/api' }, path: 'connection', reason: 'connection://' },
    { spec: { name: 'no scheme', url: 'example.org' }, path: 'url', reason: 'scheme' },
    { spec: { name: 'no host', url: 'https:///path' }, path: 'url', reason: 'host' },
    { spec: { name: 'code', url: 'http://a.example', responseCodes: [99] }, path: 'responseCodes.0', reason: '100' },
    { spec: { name: 'digest alone', url: 'http://a.example', digest: true }, path: 'username', reason: 'needs' },
    {
      spec: { name: 'key alone', url: 'https://a.example', tlsConfig: { key: { value: 'PEM' } } },
      path: 'tlsConfig.cert',
      reason: 'certificate',
    },
    {
      spec: { name: 'misspelt', url: 'http://a.example', responseCode: 200 },
      path: 'responseCode',
      reason: 'no such field',
    },
  ],
  needs: ['network'],
  endpoint: (spec) => withoutCredentials(spec.url || spec.endpoint || spec.connection || ''),
  deadline: (spec) => (spec.crawl ? 60_000 : deadlineBeyond(spec.thresholdMillis)),
  async run({ outbound, signal, deadline, connection }, entry) {
    const addressed = withConnection(entry, connection);
    if ('fault' in addressed) return failure(addressed.fault, { invalid: true });
    const { url, spec } = addressed;
    if (!URL.canParse(url))
      return failure(`url: "${withoutCredentials(url)}" is not a valid address`, { invalid: true });
    const limit = within(spec.thresholdMillis, deadline);
    try {
      if (spec.crawl) return await runCrawl({ outbound, signal, timeout: limit.timeout, url, spec, crawl: spec.crawl });
      const response = await requestAsSpecified({ outbound, signal, timeout: limit.timeout, url, spec });
      return judgeResponse(response, spec);
    } catch (error) {
      return failureOf(error, limit);
    }
  },
});

/** The address as lists show it. */
function withoutCredentials(url: string): string {
  return withoutLogins(url).replaceAll(HIDDEN, '###');
}
