import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client';
import { z } from 'zod';
import type { Step } from '../flows/method.ts';
import type { OidcProvider } from './provider.ts';

/** Under this name the flow keeps what the provider's answer is judged by: `state`, by which it finds the flow, and all of it `sealed`. */
const KEPT = 'oidc';

const PENDING = z.object({
  provider: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectUri: z.string(),
  /** Seconds since the epoch. */
  begunAt: z.number(),
});

const STORED = z.object({ sealed: z.string() });

/** A person who is on his way to a provider and back. */
export type Pending = z.infer<typeof PENDING>;

const purposeOf = (flowId: string): string => `way to a provider in flow ${flowId}`;

export function newPending({ flow, origin, context }: Step, provider: OidcProvider): Pending {
  return {
    provider: provider.id,
    state: `${flow.id}.${randomState()}`,
    nonce: randomNonce(),
    verifier: randomPKCECodeVerifier(),
    redirectUri: new URL(callbackPath(provider.id), origin).href,
    begunAt: Math.floor(context.clock.now() / 1000),
  };
}

export function sealPending({ context, flow }: Step, pending: Pending): Readonly<Record<string, unknown>> {
  const sealed = context.secretBox.seal(JSON.stringify(pending), purposeOf(flow.id));
  return { [KEPT]: { state: pending.state, sealed } };
}

/**
 * Takes out of the flow what it kept, in one statement: of two that bring the same answer one goes on.
 * @returns undefined where nobody is on his way in this flow, or the answer came already.
 */
export async function takePending({ context, flow }: Step): Promise<Pending | undefined> {
  const taken = await context.database.query(
    `update identity.flows set internal = internal - $2
     where id = $1 and used_at is null and internal -> $2 = $3::jsonb`,
    [flow.id, KEPT, JSON.stringify(flow.internal[KEPT] ?? null)],
  );
  const kept = STORED.safeParse(flow.internal[KEPT]);
  if (taken.rowCount !== 1 || !kept.success) return undefined;
  return PENDING.parse(JSON.parse(context.secretBox.open(kept.data.sealed, purposeOf(flow.id))));
}

/** Where the provider sends the browser back to. */
function callbackPath(provider: string): string {
  return `/kratos/self-service/methods/oidc/callback/${provider}`;
}
