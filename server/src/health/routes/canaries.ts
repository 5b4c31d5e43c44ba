import {
  createCanary as createOperation,
  deleteCanary as deleteOperation,
  getCanary as getOperation,
  restoreCanary as restoreOperation,
  testCheck,
  updateCanary as updateOperation,
} from '@watchroom/contract/health';
import type { FastifyInstance } from 'fastify';
import { authorOf } from '../../platform/http/caller.ts';
import { route } from '../../platform/http/route.ts';
import type { Entry } from '../../platform/kinds/validate.ts';
import { canaryInput, checkEntryStrictly, completeCanary, testCheckInput } from '../canaries/input.ts';
import { refusePlaceholders } from '../../platform/secrets/spec-secrets.ts';
import { schemaOf } from '../canaries/secrets.ts';
import { createCanary, deleteCanary, getCanary, restoreCanary, updateCanary } from '../canaries/store.ts';
import { type HealthContext, readAs } from '../context.ts';
import { runOnRequest } from '../engine/run-on-request.ts';

export function registerCanaryRoutes(app: FastifyInstance, context: HealthContext): void {
  const { database, clock } = context;
  route(app, getOperation, {}, async (call) =>
    readAs(context, call, (reader) => getCanary(reader, call.params['id'] ?? '')),
  );
  route(app, createOperation, { body: canaryInput }, async ({ body, caller, reply, request }) => {
    const made = await createCanary(database, completeCanary(body, {}), authorOf(caller, request), clock.now());
    return reply.code(201).send(made);
  });
  route(app, updateOperation, { body: canaryInput }, ({ body, caller, params, request }) => {
    const seen = request.headers['if-match']?.replaceAll('"', '');
    const inputFor = (stored: Entry) => completeCanary(body, stored);
    return updateCanary(database, params['id'] ?? '', inputFor, seen, authorOf(caller, request), clock.now());
  });
  route(app, deleteOperation, {}, ({ caller, params, request }) =>
    deleteCanary(database, params['id'] ?? '', authorOf(caller, request)).then(() => undefined),
  );
  route(app, restoreOperation, {}, ({ caller, params, request }) =>
    restoreCanary(database, params['id'] ?? '', authorOf(caller, request), clock.now()),
  );
  route(app, testCheck, { body: testCheckInput }, async ({ body, request }) => {
    checkEntryStrictly(body.kind, body.spec);
    refusePlaceholders(schemaOf(body.kind), body.spec, '');
    const leaving = new AbortController();
    request.raw.socket.once('close', () => leaving.abort(new Error('the asker left')));
    return runOnRequest(context, body.kind, body.spec, undefined, leaving.signal);
  });
}
