import type { Caller, Authenticate } from '../platform/http/caller.ts';
import type { AttemptLimits } from './attempts.ts';
import { readBasic } from './basic.ts';
import { callerOf, canonicalEmail, findAccount } from './people.ts';
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
    if (session) return callerOf(session.account, session.id);
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
    const account = await provider.verifyBasic({ ...basic, ip });
    return account && callerOf(account);
  };
}

/** Whether a caller would be let in now with just the permissions that he had: for what he opened and still listens to. */
export async function callerIsValid(
  provider: Pick<IdentityProvider, 'sessionIsValid'>,
  { database, clock }: Pick<AttemptLimits, 'database' | 'clock'>,
  caller: Caller,
): Promise<boolean> {
  const { personId, sessionId, tokenId } = caller;
  if (tokenId !== undefined) return hasSameRights(caller, await findTokenCaller(database, clock, tokenId));
  if (sessionId !== undefined && !(await provider.sessionIsValid(sessionId))) return false;
  if (personId === null) return true;
  const account = await findAccount(database, personId);
  return hasSameRights(caller, account && callerOf(account));
}

function hasSameRights(before: Caller, now: Caller | undefined): boolean {
  if (now === undefined || now.permissions.size !== before.permissions.size) return false;
  return [...now.permissions].every((permission) => before.permissions.has(permission));
}
