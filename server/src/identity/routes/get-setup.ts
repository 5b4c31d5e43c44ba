import { getSetup, type SetupState } from '@watchroom/contract/identity';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';

export function serveGetSetup(app: FastifyInstance, state: () => Promise<SetupState>): void {
  route(app, getSetup, {}, async ({ reply }) => {
    reply.header('cache-control', 'no-store');
    return state();
  });
}
