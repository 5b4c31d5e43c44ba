import { checkPatterns, PatternError } from '@watchroom/patterns';
import { z } from 'zod';
import { envVar } from '../../../platform/kinds/credentials.ts';
import { duration } from '../../../platform/kinds/duration.ts';

const ADDRESS = 'Write an address with scheme and host, for example https://example.org/health';
const URL_TEXT = /^([hH][tT][tT][pP][sS]?:\/\/[^\s/?#][^\s]*|.*(\{\{|\$\().*)$/;

/** An absolute http or https address. A template passes too: whether it leads somewhere is known when it is rendered. */
export function httpUrl(description: string) {
  return z.string({ error: ADDRESS }).max(8_192).regex(URL_TEXT, ADDRESS).meta({ description, 'x-template': true });
}

export const httpMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

export const oauth2 = z.strictObject({
  tokenURL: httpUrl('Address of the token endpoint'),
  scope: z.array(z.string().max(1_024)).optional().meta({ description: 'Scopes to ask for' }),
  params: z
    .record(z.string(), z.string().meta({ 'x-widget': 'secret' }))
    .optional()
    .meta({ description: 'Further parameters of the token request', 'x-widget': 'key-values' }),
});

export const awsSigV4 = z.strictObject({
  accessKey: envVar({ secret: false }).optional().meta({ description: 'Access key id' }),
  secretKey: envVar({ secret: true }).optional().meta({ description: 'Secret access key' }),
  sessionToken: envVar({ secret: true }).optional().meta({ description: 'Session token of temporary credentials' }),
  region: z
    .string()
    .max(64)
    .optional()
    .meta({ description: 'Region; without it, the one in the host name, else us-east-1' }),
  service: z
    .string()
    .max(64)
    .optional()
    .meta({ description: 'Service; without it, the one in the host name, else execute-api' }),
  connection: z.string().optional().meta({ description: 'A stored AWS connection', 'x-unsupported': true }),
  assumeRole: z.string().optional().meta({ description: 'A role to assume', 'x-unsupported': true }),
  endpoint: z.string().optional().meta({ description: 'Endpoint that roles are assumed at', 'x-unsupported': true }),
});

const texts = z.array(z.string().max(1_024)).max(100);
const hosts = (description: string) => texts.optional().meta({ description });
const patterns = (description: string) =>
  texts
    .superRefine(refuseWrongPatterns)
    .optional()
    .meta({ description: `${description} (syntax of RE2)` });

function refuseWrongPatterns(sources: readonly string[], context: z.RefinementCtx): void {
  try {
    checkPatterns(sources);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    context.addIssue({
      code: 'custom',
      message: error.message,
      path: error.index === undefined ? [] : [error.index],
    });
  }
}

export const crawl = z.strictObject({
  depth: z.int().min(0).max(100).default(10).meta({ description: 'How many links deep; 0 is without limit' }),
  filters: patterns('Regular expressions; an address must match one of them'),
  allowedDomains: hosts('Hosts to visit; without them, the host of the first page'),
  disallowedDomains: hosts('Hosts never to visit'),
  allowedURLFilters: patterns('Regular expressions; an address must match one of them'),
  disallowedURLFilters: patterns('Regular expressions; an address must match none of them'),
  delay: duration().default('500ms').meta({ description: 'Pause between two requests of one worker' }),
  randomDelay: duration().default('100ms').meta({ description: 'Up to this much is added to the pause at random' }),
  parallelism: z.int().min(1).max(16).default(2).meta({ description: 'Requests at the same time' }),
});
