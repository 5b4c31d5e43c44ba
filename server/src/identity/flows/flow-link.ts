import type { FlowKind } from '@watchroom/contract/identity';
import type { AccountsContext } from '../context.ts';
import type { Step } from './method.ts';

/** Tokens of links as we write them; anything else in an address is no token. */
const TOKEN = /^[\w-]{20,100}$/;
const SEALED_FOR = 'link of a mail';

/**
 * An address of the server that begins a flow and leads to its page with `?flow=`, so that every client of the protocol can
 * follow it.
 */
export function flowLink(linkBase: string, kind: FlowKind, query: Readonly<Record<string, string>>): string {
  return `${linkBase}/api/.ory/self-service/${kind}/browser?${new URLSearchParams(query)}`;
}

/** What a flow keeps of the token of a mail's link. The token is sealed, since it opens an account, and it is not used up. */
export function keepLink({ secretBox }: AccountsContext, token: string | undefined): Readonly<Record<string, unknown>> {
  return token !== undefined && TOKEN.test(token) ? { link: secretBox.seal(token, SEALED_FOR) } : {};
}

/** The token of the link that began the flow. */
export function linkOf({ context, flow }: Pick<Step, 'context' | 'flow'>): string | undefined {
  const sealed = flow.internal['link'];
  return typeof sealed === 'string' ? context.secretBox.open(sealed, SEALED_FOR) : undefined;
}
