import {
  deletePerson,
  inviteUser,
  listMySessions,
  listSessionsOf,
  renewInvitation,
  revokeMySession,
  revokeSessionOf,
  updatePerson,
} from '@watchroom/contract/identity';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '../../platform/http/caller.ts';
import { route } from '../../platform/http/route.ts';
import { ownerOf } from '../owner.ts';
import type { AccountAdministration, Actor } from '../providers/provider.ts';
import { inviteInput, updateInput } from './input.ts';

/** What administrators do to accounts, wherever these live, and the lists of sessions. */
export function serveUsers(app: FastifyInstance, accounts: AccountAdministration): void {
  route(app, inviteUser, { body: inviteInput }, async ({ body, caller, request, reply }) => {
    // The link is a right: no cache keeps it.
    reply.header('cache-control', 'no-store');
    return accounts.invite(body, actorOf(caller, request));
  });
  route(app, renewInvitation, {}, async ({ params, caller, request, reply }) => {
    reply.header('cache-control', 'no-store');
    return accounts.renewInvitation(params['id'] ?? '', actorOf(caller, request));
  });
  route(app, updatePerson, { body: updateInput }, ({ body, caller, request }) =>
    accounts.update(body, actorOf(caller, request)),
  );
  route(app, deletePerson, {}, async ({ params, caller, request }) => {
    await accounts.remove(params['id'] ?? '', actorOf(caller, request));
    return undefined;
  });
  serveSessions(app, accounts);
}

function serveSessions(app: FastifyInstance, accounts: AccountAdministration): void {
  route(app, listSessionsOf, {}, ({ params, caller }) => accounts.listSessions(params['id'] ?? '', caller));
  route(app, revokeSessionOf, {}, async ({ params, caller, request }) => {
    await accounts.revokeSession(params['person'] ?? '', params['id'] ?? '', actorOf(caller, request));
    return undefined;
  });
  route(app, listMySessions, {}, ({ caller }) => accounts.listSessions(ownerOf(caller).personId, caller));
  route(app, revokeMySession, {}, async ({ params, caller, request }) => {
    await accounts.revokeSession(ownerOf(caller).personId, params['id'] ?? '', actorOf(caller, request));
    return undefined;
  });
}

const actorOf = ({ personId }: Caller, { ip }: FastifyRequest): Actor => ({ personId, ip });
