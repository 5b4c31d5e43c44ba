import { megabytes, milliseconds, type Row, type Section } from '../kit/rows.ts';
import { type Case, casesFor } from './cases.ts';
import { fillItems, type Fixture } from './fixture.ts';
import type { Scale } from './scale.ts';
import { runLoad, startLibrary } from './throughput.ts';

const MOST_GROWTH = 1.5;

/** The same list page while the table grows: by an indexed filter, and the next page by its last key. */
export async function measureGrowth(fixture: Fixture, scale: Scale): Promise<Section> {
  await using library = await startLibrary(fixture);
  const rows: Row[] = [];
  const first = new Map<string, number>();
  for (const size of scale.sizes) {
    await fillItems(fixture, size);
    for (const request of await listPages(fixture)) {
      const { p50, p99 } = await runLoad(library, '/db', request, 1, scale.seconds);
      const smallest = first.get(request.what) ?? p50;
      first.set(request.what, smallest);
      const ratio = p50 / smallest;
      rows.push({
        what: `${request.what}, ${size.toLocaleString('en')} rows`,
        measured: `${milliseconds(p50)}, p99 ${milliseconds(p99)}`,
        limit: `${milliseconds(smallest)} at ${scale.sizes[0]?.toLocaleString('en')} rows`,
        ratio,
        goal: { text: `< ${MOST_GROWTH}`, met: ratio < MOST_GROWTH },
      });
    }
  }
  return { title: 'A list page as the table grows', rows, notes: ['One client, one page of 50 rows.'] };
}

async function listPages(fixture: Fixture): Promise<readonly Case[]> {
  const found = await fixture.query(`
    select owner_id, created_at::text, id from api.items where owner_id = (select id from api.owners order by name limit 1)
    order by created_at desc, id desc offset 100 limit 1`);
  const key = found.rows[0] as { owner_id: string; created_at: string; id: string };
  const list = `/items?owner_id=eq.${key.owner_id}&order=created_at.desc,id.desc&limit=50`;
  const at = encodeURIComponent(`"${key.created_at}"`);
  return [
    { what: 'Indexed filter', method: 'GET', path: list },
    {
      what: 'Next page by key',
      method: 'GET',
      path: `${list}&created_at=lte.${encodeURIComponent(key.created_at)}&or=(created_at.lt.${at},id.lt.${key.id})`,
    },
  ];
}

/** Memory of the server under an even mix of the requests. */
export async function measureMemory(fixture: Fixture, scale: Scale): Promise<Section> {
  await using library = await startLibrary(fixture);
  const memory = async () =>
    (await (await fetch(`http://127.0.0.1:${library.ready.port}/bench/memory`)).json()) as NodeJS.MemoryUsage;
  const found = await fixture.query('select id from api.items order by id limit 1');
  const reads = casesFor(String((found.rows[0] as { id: string }).id)).filter(({ method }) => method === 'GET');
  const turn = async (seconds: number) => {
    for (const request of reads) await runLoad(library, '/db', request, 16, seconds / reads.length);
    return memory();
  };
  await turn(scale.memorySeconds / 4);
  const before = await turn(scale.memorySeconds / 4);
  const after = await turn(scale.memorySeconds);
  const growth = after.heapUsed - before.heapUsed;
  return {
    title: 'Memory under load',
    rows: [
      {
        what: `Heap of the server over ${scale.memorySeconds} s of reads, 16 clients`,
        measured: `${megabytes(before.heapUsed)} to ${megabytes(after.heapUsed)}`,
        goal: { text: 'growth < 10 MB', met: growth < 10 * 1024 * 1024 },
      },
      {
        what: 'Resident memory',
        measured: `${megabytes(before.rss)} to ${megabytes(after.rss)}`,
      },
    ],
    notes: ['The heap is read after a forced garbage collection.'],
  };
}
