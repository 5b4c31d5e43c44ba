import { CatalogueError } from '../../../platform/http/errors.ts';
import { beginAttempt } from '../../attempts.ts';
import { openBasicTrail } from '../../audit/basic-trail.ts';
import type { AccountsContext } from '../../context.ts';
import type { Claim } from '../../credentials.ts';
import { isTooLong } from '../../passwords.ts';
import { canonicalEmail, findAccount } from '../../people.ts';
import { NEEDS_SECOND_FACTOR, REMEMBERED_FOR, rememberClaims } from '../../remembered-claims.ts';
import type { BasicAccount } from '../provider.ts';
import { type AskKratos, askJson } from './reach.ts';
import { askWhoAmI, type KratosSession } from './sessions.ts';
import { loginFlowAnswer, nativeLoginAnswer, readKratos } from './wire.ts';

interface Proved {
  readonly personId: string;
  /** False where Kratos asks for a second factor besides. */
  readonly isEnough: boolean;
}

/**
 * HTTP Basic by the login flow for programs. The session that it begins is ended at once; what remains is that the password
 * was right, for a minute.
 * @throws TooManyAttempts, CatalogueError unauthenticated, unavailable from the function that it returns.
 */
export function createNativeVerifier(
  context: AccountsContext,
  ask: AskKratos,
  meet: (session: KratosSession, ip: string, token: string) => Promise<void>,
): (claim: Claim) => Promise<BasicAccount | undefined> {
  const trail = openBasicTrail(context);
  const verify = rememberClaims<Proved>(context, trail, {
    async prove({ password, ip, ...claim }) {
      const email = canonicalEmail(claim.email);
      const attempt = await beginAttempt(context, email, ip);
      if (email.includes('\0') || isTooLong(password)) return undefined;
      let token: Token | undefined;
      try {
        token = await signIn(ask, email, password);
      } catch (error) {
        await attempt.withdraw();
        throw error;
      }
      if (token === undefined) return undefined;
      await attempt.succeeded();
      try {
        const signedIn = await askWhoAmI(ask, { 'x-session-token': token.value });
        if (signedIn) await meet(signedIn, ip, token.value);
        return { personId: token.personId, isEnough: signedIn !== undefined };
      } finally {
        await signOut(context, ask, token.value);
      }
    },
    recall: async (_email, proved) => proved,
  });
  return async (claim) => {
    const proved = await verify(claim);
    if (!proved) return undefined;
    const account = proved.isEnough ? await findAccount(context.database, proved.personId) : undefined;
    const refusal = proved.isEnough ? 'inactive' : 'second_factor';
    await trail.proved(proved.personId, claim.ip, account ? 'signed_in' : refusal);
    if (!proved.isEnough) throw new CatalogueError('unauthenticated', NEEDS_SECOND_FACTOR);
    // Kratos tells nobody of a changed password: what was opened ends when it would be compared again.
    return account && { account, proof: { provenUntil: context.clock.now() + REMEMBERED_FOR } };
  };
}

interface Token {
  readonly value: string;
  readonly personId: string;
}

/** @returns undefined where email and password do not belong together, or nobody may sign in with them. */
async function signIn(ask: AskKratos, identifier: string, password: string): Promise<Token | undefined> {
  const begun = await askJson(ask, 'GET', '/self-service/login/api');
  if (begun.status !== 200) throw failed(begun.status);
  const { id } = readKratos(loginFlowAnswer, begun);
  const answer = await askJson(ask, 'POST', `/self-service/login?flow=${encodeURIComponent(id)}`, {
    method: 'password',
    identifier,
    password,
  });
  // 400 is the form with what is wrong, 401 and 403 an account that is closed.
  if ([400, 401, 403].includes(answer.status)) return undefined;
  if (answer.status !== 200) throw failed(answer.status);
  const { session_token: value, session } = readKratos(nativeLoginAnswer, answer);
  return { value, personId: session.identity.id };
}

async function signOut({ log }: AccountsContext, ask: AskKratos, token: string): Promise<void> {
  try {
    const answer = await askJson(ask, 'DELETE', '/self-service/logout/api', { session_token: token });
    if (answer.status >= 400) log.warn({ status: answer.status }, 'a session in Ory Kratos was not ended');
  } catch (error) {
    // Told by what asked; the session ends by itself, and nobody has its token.
    log.debug({ err: error }, 'a session in Ory Kratos was not ended');
  }
}

function failed(status: number): CatalogueError {
  return new CatalogueError('unavailable', `The accounts (Ory Kratos) answered a sign-in with status ${status}.`);
}
