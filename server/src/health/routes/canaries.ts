import {
  type CanaryInput,
  createCanary as createOperation,
  deleteCanary as deleteOperation,
  getCanary as getOperation,
  restoreCanary as restoreOperation,
  testCheck,
  updateCanary as updateOperation,
} from '@watchroom/contract/health';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Entry } from '../../platform/kinds/validate.ts';
import { canaryInput, checkCanaryStrictly, checkEntryStrictly, testCheckInput } from '../canaries/input.ts';
import { refusePlaceholders, restoreSecrets, specWithoutSecrets } from '../canaries/secrets.ts';
import { createCanary, deleteCanary, getCanary, restoreCanary, updateCanary } from '../canaries/store.ts';
import { type HealthContext, readAs } from '../context.ts';
import { runOnRequest } from '../engine/run-on-request.ts';

type Stored = Awaited<ReturnType<typeof getCanary>>;

/** A canary as people see it; secrets are never read back. */
function shown({ annotations: _, ...canary }: Stored) {
  return { ...canary, spec: specWithoutSecrets(canary.spec) };
}

export function registerCanaryRoutes(app: FastifyInstance, context: HealthContext): void {
  const { database, clock } = context;
  route(app, getOperation, {}, async ({ caller, params }) =>
    shown(await readAs(context, caller, (reader) => getCanary(reader, params['id'] ?? ''))),
  );
  route(app, createOperation, { body: canaryInput }, async ({ body, caller, reply }) => {
    const spec = restoreSecrets(body.spec, {});
    checkCanaryStrictly(spec);
    const made = await createCanary(database, complete(body), caller.personId, clock.now());
    return reply.code(201).send(shown(made));
  });
  route(app, updateOperation, { body: canaryInput }, async ({ body, caller, params, request }) => {
    const inputFor = (stored: Entry) => {
      const spec = restoreSecrets(body.spec, stored);
      checkCanaryStrictly(spec);
      return { ...complete(body), spec };
    };
    const seen = request.headers['if-match']?.replaceAll('"', '');
    return shown(await updateCanary(database, params['id'] ?? '', inputFor, seen, caller.personId, clock.now()));
  });
  route(app, deleteOperation, {}, ({ caller, params }) =>
    deleteCanary(database, params['id'] ?? '', caller.personId).then(() => undefined),
  );
  route(app, restoreOperation, {}, async ({ caller, params }) =>
    shown(await restoreCanary(database, params['id'] ?? '', caller.personId, clock.now())),
  );
  route(app, testCheck, { body: testCheckInput }, async ({ body, request }) => {
    checkEntryStrictly(body.kind, body.spec);
    refusePlaceholders(body.kind, body.spec, '');
    const leaving = new AbortController();
    request.raw.socket.once('close', () => leaving.abort(new Error('the asker left')));
    return runOnRequest(context, body.kind, body.spec, undefined, leaving.signal);
  });
}

function complete(input: CanaryInput): Required<CanaryInput> {
  return { namespace: 'default', labels: {}, ...input };
}
