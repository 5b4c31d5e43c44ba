import type { Authenticate } from '../platform/http/caller.ts';
import type { AttemptLimits } from './attempts.ts';
import { createBasicVerifier, readBasic } from './basic.ts';
import { sessionToken } from './cookie.ts';
import { callerOf } from './people.ts';
import { findSession } from './sessions.ts';

/** Who sent a request: the owner of the session cookie, else of the Basic credentials. */
export function createAuthenticate(limits: AttemptLimits): Authenticate {
  const verifyBasic = createBasicVerifier(limits);
  return async (request) => {
    const token = sessionToken(request);
    const session = token === undefined ? undefined : await findSession(limits.database, limits.clock, token);
    if (session) return callerOf(session.account, session.id);
    const basic = readBasic(request.headers.authorization);
    const account = basic && (await verifyBasic({ ...basic, ip: request.ip }));
    return account && callerOf(account);
  };
}
