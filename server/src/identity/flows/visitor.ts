import type { FastifyRequest } from 'fastify';
import { CatalogueError } from '../../platform/http/errors.ts';
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

/** @throws CatalogueError bad_request for a host that is none. */
function originOf(request: FastifyRequest, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return new URL(publicUrl).origin;
  const own = `${request.protocol}://${request.host}`;
  if (!URL.canParse(own)) throw new CatalogueError('bad_request', 'The header Host names no host.');
  return new URL(own).origin;
}
