import type { Caller, Authenticate } from '../platform/http/caller.ts';
import type { AttemptLimits } from './attempts.ts';
import { readBasic } from './basic.ts';
import { callerOf, canonicalEmail, findAccount, passwordStillLetsIn } from './people.ts';
import type { IdentityProvider } from './providers/provider.ts';
import { isTokenText, readBearer } from './tokens/token.ts';
import { createTokenVerifier, findTokenCaller } from './tokens/verify.ts';

/** The user name beside an access token that is sent as a password, where the email is not known. */
const TOKEN_USER = 'token';

/** Who sent a request: the owner of the session, else of the access token, else of the email and password. */
export function createAuthenticate(
  provider: Pick<IdentityProvider, 'findSession' | 'verifyBasic'>,
  limits: AttemptLimits,
): Authenticate {
  const verifyToken = createTokenVerifier(limits);
  return async (request) => {
    const session = await provider.findSession(request);
    if (session) return { ...callerOf(session.account), sessionId: session.id };
    const { ip, log } = request;
    const { authorization } = request.headers;
    const bearer = readBearer(authorization);
    if (bearer !== undefined) return verifyToken({ token: bearer, email: undefined, ip, log });
    const basic = readBasic(authorization);
    if (!basic) return undefined;
    const user = canonicalEmail(basic.email);
    const email = user === TOKEN_USER ? undefined : user;
    // Never compared with a password: a script with an old token would lock its owner out.
    if (email === undefined || isTokenText(basic.password))
      return verifyToken({ token: basic.password, email, ip, log });
    const proved = await provider.verifyBasic({ ...basic, ip });
    return proved && { ...callerOf(proved.account), ...proved.proof };
  };
}

/** Until when a caller would be let in with just the permissions that they had: for what they opened and still listen to. */
export async function callerValidUntil(
  provider: Pick<IdentityProvider, 'sessionValidUntil'>,
  { database, clock }: Pick<AttemptLimits, 'database' | 'clock'>,
  caller: Caller,
): Promise<number | undefined> {
  const { personId, sessionId, tokenId, passwordVersion, provenUntil = Infinity } = caller;
  if (tokenId !== undefined) {
    const found = await findTokenCaller(database, clock, tokenId);
    return found && hasSameRights(caller, found.caller) ? found.expiresAt.getTime() : undefined;
  }
  const until = sessionId === undefined ? provenUntil : await provider.sessionValidUntil(sessionId);
  if (until === undefined || until <= clock.now()) return undefined;
  if (personId === null) return until;
  if (passwordVersion !== undefined && !(await passwordStillLetsIn(database, personId, passwordVersion)))
    return undefined;
  const account = await findAccount(database, personId);
  return account && hasSameRights(caller, callerOf(account)) ? until : undefined;
}

function hasSameRights(before: Caller, now: Caller): boolean {
  if (now.permissions.size !== before.permissions.size || now.role !== before.role) return false;
  return [...now.permissions].every((permission) => before.permissions.has(permission));
}
