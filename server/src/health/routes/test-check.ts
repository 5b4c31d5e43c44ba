import { testCheck } from '@watchroom/contract/health';
import { testCheckInput } from '@watchroom/contract/health/inputs';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { refusePlaceholders } from '../../platform/secrets/spec-secrets.ts';
import { checkEntryStrictly } from '../canaries/input.ts';
import { schemaOf } from '../canaries/secrets.ts';
import type { HealthContext } from '../context.ts';
import { runOnRequest } from '../engine/run-on-request.ts';

/** Runs an entry before it is saved. Canaries themselves are written through the data API. */
export function registerTestRoute(app: FastifyInstance, context: HealthContext): void {
  route(app, testCheck, { body: testCheckInput }, async ({ body, request }) => {
    checkEntryStrictly(body.kind, body.spec);
    refusePlaceholders(schemaOf(body.kind), body.spec, '');
    const leaving = new AbortController();
    request.raw.socket.once('close', () => leaving.abort(new Error('the asker left')));
    return runOnRequest(context, body.kind, body.spec, undefined, leaving.signal);
  });
}
