import { evaluateExpression } from '@watchroom/contract/expressions';
import { expressionTrial } from '@watchroom/contract/expressions/inputs';
import type { FastifyInstance } from 'fastify';
import { route } from '../platform/http/route.ts';
import { turnsOfCallers } from '../platform/http/turns.ts';
import type { Evaluator } from './evaluator.ts';

/** Bytes; a character of the limits takes three at most, and JSON escapes few of them. */
const BODY_LIMIT = 640 * 1024;
/** A person who types gives up what was asked before, so few of their requests wait at the same time. */
const SHARE = { running: 1, waiting: 10 };

/** `POST /api/v1/expressions/evaluate`: one evaluation of each person at once. */
export function registerExpressions(app: FastifyInstance, evaluator: Evaluator): void {
  const inTurn = turnsOfCallers(SHARE);
  route(app, evaluateExpression, { body: expressionTrial, bodyLimit: BODY_LIMIT }, async (asked) =>
    inTurn(asked, () => evaluator.evaluate(asked.body)),
  );
}
