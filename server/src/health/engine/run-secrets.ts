import type { HttpAnswer, HttpRequest, Outbound } from '@watchroom/outbound';
import type { Entry } from '../../platform/kinds/validate.ts';
import { type Redactor, redactor } from '../../platform/secrets/redactor.ts';
import { secretsOf } from '../canaries/secrets.ts';
import { isSecretHeader } from '../../platform/secrets/secret-names.ts';
import { secretTextsIn } from '../../platform/secrets/secret-texts.ts';

/** The secrets that one run knows: those of its entry, and those that it made or was given on the way and sent on. */
export interface RunSecrets {
  /** Takes note of what is sent over it: tokens, signatures, computed logins. */
  readonly outbound: Outbound;
  /** Secrets that the run was given, besides those of its entry. */
  add(secrets: Iterable<string>): void;
  /** Of all secrets that are known now. */
  redactor(): Redactor;
}

export function secretsOfRun(outbound: Outbound, type: string, entry: Entry): RunSecrets {
  const sent: HttpRequest[] = [];
  const given = new Set<string>();
  const ask = async (request: HttpRequest, send: (request: HttpRequest) => Promise<HttpAnswer>) => {
    sent.push(request);
    const answer = await send(request);
    if (isGrant(request)) for (const token of tokensIn(answer.body.toString('utf8'))) given.add(token);
    return answer;
  };
  const noted: Pick<Outbound, 'request' | 'openSession'> = {
    request: (request) => ask(request, (one) => outbound.request(one)),
    openSession() {
      const session = outbound.openSession();
      return {
        request: (request) => ask(request, (one) => session.request(one)),
        [Symbol.dispose]: () => session[Symbol.dispose](),
      };
    },
  };
  return {
    outbound: { ...outbound, ...noted },
    add(secrets) {
      for (const secret of secrets) given.add(secret);
    },
    redactor() {
      const secrets = new Set([...secretsOf(type, entry), ...given]);
      for (const request of sent) for (const secret of secretsIn(request)) secrets.add(secret);
      return redactor(secrets);
    },
  };
}

/** A request for a token, RFC 6749. */
function isGrant({ body }: HttpRequest): boolean {
  return typeof body === 'string' && /(?:^|&)grant_type=/.test(body);
}

/** `access_token`, `refresh_token`, `id_token` of an answer in JSON; `token_type` is none. */
function tokensIn(body: string): readonly string[] {
  try {
    const parsed: unknown = JSON.parse(body);
    return Object.entries(parsed ?? {}).flatMap(([name, value]) =>
      name.endsWith('_token') && typeof value === 'string' ? [value] : [],
    );
  } catch {
    return [];
  }
}

function secretsIn({ url, headers }: HttpRequest): readonly string[] {
  const values = linesOf(headers).flatMap(([name, value]) => (isSecretHeader(name) ? [value] : []));
  return [...values, ...secretTextsIn(String(url))];
}

function linesOf(headers: HttpRequest['headers'] = {}): readonly (readonly [name: string, value: string])[] {
  return isLines(headers) ? headers : Object.entries(headers);
}

function isLines(headers: object): headers is readonly (readonly [string, string])[] {
  return Array.isArray(headers);
}
