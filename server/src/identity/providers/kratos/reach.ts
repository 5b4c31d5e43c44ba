import { type HttpAnswer, OutboundError } from '@watchroom/outbound';
import { CatalogueError } from '../../../platform/http/errors.ts';
import type { AccountsContext } from '../../context.ts';

/** ms for one question, all in all: a person waits for it. */
const PATIENCE = 10_000;

interface KratosRequest {
  readonly method: string;
  /** With its query, below the address of the interface. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** Asks one interface of Kratos. Any status is an answer. @throws CatalogueError unavailable where there is none in time. */
export type AskKratos = (request: KratosRequest) => Promise<HttpAnswer>;

/** @param patience ms for one question. */
export function reachKratos(
  { outbound, log }: Pick<AccountsContext, 'outbound' | 'log'>,
  address: string,
  patience = PATIENCE,
): AskKratos {
  const base = address.replace(/\/+$/, '');
  return async ({ method, path, headers = {}, body }) => {
    try {
      return await outbound.request({
        url: base + path,
        method,
        headers,
        maxRedirects: 0,
        timeout: patience,
        // A kept connection may end in the moment in which it is used: only what asks can be asked again.
        keepAlive: method === 'GET',
        ...(body === undefined ? {} : { body }),
      });
    } catch (cause) {
      if (!(cause instanceof OutboundError)) throw cause;
      log.warn({ err: cause }, 'Ory Kratos was not reached');
      throw new CatalogueError('unavailable', 'The accounts (Ory Kratos) do not answer. Try again in a moment.', {
        cause,
      });
    }
  };
}

/** Sends a value as JSON, or nothing, and asks for JSON. */
export function askJson(
  ask: AskKratos,
  method: string,
  path: string,
  sent?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<HttpAnswer> {
  const type = sent === undefined ? {} : { 'content-type': 'application/json' };
  return ask({
    method,
    path,
    headers: { accept: 'application/json', ...type, ...headers },
    ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
  });
}
