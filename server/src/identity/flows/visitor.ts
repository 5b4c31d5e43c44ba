import type { FastifyRequest } from 'fastify';
import type { AccountsContext } from '../context.ts';
import { sessionOrigin, sessionToken } from '../cookie.ts';
import { findIdentity, type IdentityAccount } from '../identities.ts';
import { findLiveSession, type LiveSession, type SessionOrigin } from '../sessions.ts';

/** Who stands before the flow protocol: a browser, and perhaps somebody who is signed in in it. */
export interface Visitor {
  readonly session: LiveSession | undefined;
  readonly account: IdentityAccount | undefined;
  readonly from: SessionOrigin;
  readonly ip: string;
  /** As the browser addresses this server, `https://watch.example.com`. */
  readonly origin: string;
}

/** A session counts here on whatever level: the flows are where its owner raises it. */
export async function visitorOf(context: AccountsContext, request: FastifyRequest): Promise<Visitor> {
  const token = sessionToken(request);
  const session = token === undefined ? undefined : await findLiveSession(context.database, context.clock, token);
  return {
    session,
    account: session && (await findIdentity(context.database, session.personId)),
    from: sessionOrigin(request),
    ip: request.ip,
    origin: originOf(request, context.publicUrl),
  };
}

function originOf(request: FastifyRequest, publicUrl: string | undefined): string {
  return publicUrl === undefined ? `${request.protocol}://${request.host}` : new URL(publicUrl).origin;
}
