import { compile } from '@watchroom/expressions';
import { kilobytes, megabytes, type Row, type Section } from '../kit/rows.ts';
import { DOCUMENT_EXPRESSIONS, ENVIRONMENT } from './documents.ts';
import type { Effort } from './effort.ts';

function held(): number {
  // Without --expose-gc the numbers are higher, and no less true: what is not collected is held.
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

/** Memory of compiled programs, and of the process after many evaluations of scripts. */
export async function measureMemory({ programs, evaluations }: Effort): Promise<Section> {
  const before = held();
  const kept = Array.from({ length: programs }, (_, index) =>
    compile('cel', `${DOCUMENT_EXPRESSIONS[index % DOCUMENT_EXPRESSIONS.length] ?? ''} // ${index}`),
  );
  const each = (held() - before) / kept.length;
  const script = compile('javascript', 'results.json.items.map(function (x) { return x.name + x.restarts })');
  const run = async (times: number) => {
    for (let round = 0; round < times; round += 20)
      await Promise.all(Array.from({ length: 20 }, () => script.evaluate(ENVIRONMENT)));
  };
  await run(evaluations / 10);
  const early = process.memoryUsage.rss();
  await run(evaluations);
  const late = process.memoryUsage.rss();
  const growth = (late - early) / 1024 ** 2;
  const rows: Row[] = [
    { what: `a compiled CEL program, of ${programs}`, measured: kilobytes(each) },
    {
      what: `process after ${evaluations} evaluations of a script`,
      measured: megabytes(late),
      limit: `${megabytes(early)} after ${evaluations / 10}`,
      ratio: late / early,
      goal: { text: '< 64 MB more', met: growth < 64 },
    },
  ];
  return { title: 'Memory', rows, notes: [] };
}
