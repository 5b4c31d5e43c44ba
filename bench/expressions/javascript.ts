import imported from '@jitl/quickjs-wasmfile-release-sync';
import { compile } from '@watchroom/expressions';
import { newQuickJSWASMModuleFromVariant, type QuickJSSyncVariant } from 'quickjs-emscripten-core';
import type { Row, Section } from '../kit/rows.ts';
import { ENVIRONMENT } from './documents.ts';
import type { Effort } from './effort.ts';
import { perSecond, rateOf, rateOfLater } from './rate.ts';

const SCRIPT = 'results.json.items.filter(function (x) { return x.ready }).length';

/** JavaScript on its threads beside the bare library on this thread, with a fresh context for each evaluation and with one for all. */
export async function measureJavascript({ time }: Effort): Promise<Section> {
  const engine = await newQuickJSWASMModuleFromVariant(imported as unknown as QuickJSSyncVariant);
  const set = `results = ${JSON.stringify(ENVIRONMENT.results)}; ${SCRIPT}`;
  const evaluate = (context: ReturnType<typeof engine.newContext>) =>
    context.unwrapResult(context.evalCode(set)).dispose();
  const fresh = rateOf(time, () => {
    using context = engine.newContext();
    evaluate(context);
  });
  using kept = engine.newContext();
  const reused = rateOf(time, () => evaluate(kept));
  const program = compile('javascript', SCRIPT);
  const underscore = compile('javascript', '_.filter(results.json.items, function (x) { return x.ready }).length');
  const one = await rateOfLater(time, 1, () => program.evaluate(ENVIRONMENT));
  const many = await rateOfLater(time, 16, () => program.evaluate(ENVIRONMENT));
  const withUnderscore = await rateOfLater(time, 16, () => underscore.evaluate(ENVIRONMENT));
  const row = (what: string, measured: number, limit: number): Row => ({
    what,
    measured: perSecond(measured),
    limit: perSecond(limit),
    ratio: measured / limit,
  });
  return {
    title: 'JavaScript',
    rows: [
      row('evaluate, one after the other', one, fresh),
      row('evaluate, 16 at once on the pool', many, fresh),
      row('evaluate with underscore, 16 at once', withUnderscore, fresh),
      row('bare library, one context for all', reused, fresh),
      { what: 'compile', measured: perSecond(rateOf(time, () => compile('javascript', SCRIPT))) },
    ],
    notes: [
      'The limit is the bare library on the calling thread with a fresh context for each evaluation and no limits.',
    ],
  };
}
