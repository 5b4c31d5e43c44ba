import { defineRoom } from '../platform/rooms/room.ts';
import { createEvaluator } from './evaluator.ts';
import { registerExpressions } from './routes.ts';

/** Trying expressions. Those of checks and other places are evaluated by the rooms that have them. */
export const room = defineRoom({
  open() {
    const evaluator = createEvaluator();
    return {
      routes: (app) => registerExpressions(app, evaluator),
      stop: async () => evaluator[Symbol.asyncDispose](),
    };
  },
});
