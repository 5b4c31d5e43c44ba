import { Environment } from '@marcbachmann/cel-js';
import { compile } from '@watchroom/expressions';
import type { Row, Section } from '../kit/rows.ts';
import { DOCUMENT_EXPRESSIONS, ENVIRONMENT } from './documents.ts';
import type { Effort } from './effort.ts';
import { perSecond, rateOf } from './rate.ts';

/** Texts that the bare library understands too. */
const SHARED = [
  'results.code == 200 && results.elapsed < 100',
  'results.json.items.filter(x, x.ready).size() > 1',
  'results.json.status + " " + results.json.items[0].name',
];

/** CEL beside a well-known library of the same language, which has no limits and no null tolerance. */
export async function measureCel({ time }: Effort): Promise<Section> {
  const bare = new Environment({ unlistedVariablesAreDyn: true });
  const rows: Row[] = [];
  for (const text of SHARED) {
    const ours = compile('cel', text);
    const theirs = bare.parse(text);
    const measured = rateOf(time, () => ours.evaluate(ENVIRONMENT));
    const limit = rateOf(time, () => theirs(ENVIRONMENT));
    const ratio = measured / limit;
    rows.push({
      what: `evaluate \`${text}\``,
      measured: perSecond(measured),
      limit: perSecond(limit),
      ratio,
      goal: { text: '≥ 0.7', met: ratio >= 0.7 },
    });
  }
  const [text = ''] = SHARED;
  const parsed = rateOf(time, () => compile('cel', text));
  const parsedBare = rateOf(time, () => bare.parse(text));
  rows.push({
    what: `compile \`${text}\``,
    measured: perSecond(parsed),
    limit: perSecond(parsedBare),
    ratio: parsed / parsedBare,
  });
  for (const document of DOCUMENT_EXPRESSIONS) {
    const program = compile('cel', document);
    rows.push({
      what: `evaluate \`${document}\``,
      measured: perSecond(rateOf(time, () => program.evaluate(ENVIRONMENT))),
    });
  }
  return { title: 'CEL', rows, notes: ['The limit is @marcbachmann/cel-js, which counts no steps.'] };
}
