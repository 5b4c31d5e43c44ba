import { whoAmI } from '@watchroom/contract/identity';
import type { FastifyInstance } from 'fastify';
import { CatalogueError } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import { findAccount, whoAmIOf } from '../people.ts';
import type { IdentityContext } from '../context.ts';

export function serveWhoAmI(app: FastifyInstance, { database }: Pick<IdentityContext, 'database'>): void {
  route(app, whoAmI, {}, async ({ caller, reply }) => {
    const account = caller.personId === null ? undefined : await findAccount(database, caller.personId);
    if (!account) throw new CatalogueError('unauthenticated', 'Sign in first.');
    reply.header('cache-control', 'no-store');
    return whoAmIOf(account);
  });
}
