import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listChecks, getCoverage, getSummary } from '@watchroom/contract/health';
import { sessionOf } from '../../tests/kit/session.ts';
import { below, kilobytes, median, milliseconds, quantile, type Row, type Section } from '../kit/rows.ts';
import type { Fleet } from './fleet.ts';
import { fillLastHour } from './history.ts';
import type { Scale } from './scale.ts';

const FIRST_PAGE = `${listChecks.path}?tabBy=namespace&groupBy=canary_name&limit=100&offset=0`;
const PASSING_HIDDEN = `${FIRST_PAGE}&hidePassing=true`;
const MOST_TIME = 150;
const MOST_BYTES = 100 * 1024;

interface Fetched {
  readonly time: number;
  /** As it travelled. */
  readonly body: Buffer;
}

/** What the health page asks for, while the checks go on, and the summary for old callers. */
export async function measureData(fleet: Fleet, scale: Scale): Promise<Section> {
  await fillLastHour(fleet.database, fleet.interval);
  const { url } = fleet.program;
  const cookie = await sessionOf(url);
  const rows: Row[] = [];
  let together = 0;
  for (const [what, path, counts] of [
    ['First page, 100 rows with groups, tabs and counts', FIRST_PAGE, true],
    ['The same with passing checks hidden', PASSING_HIDDEN, false],
    ['Coverage', getCoverage.path, true],
    ['Summary for old callers, all checks', getSummary.path, false],
  ] as const) {
    const { times, bytes, bare } = await timeRequests(url + path, cookie, scale.requests);
    const [p50, p99] = [median(times), quantile(times, 0.99)];
    if (counts) together += bytes;
    const goal = path === getSummary.path ? {} : { goal: below(p50, MOST_TIME, `${MOST_TIME} ms`) };
    rows.push({
      what,
      measured: `${milliseconds(p50)}, p99 ${milliseconds(p99)}, ${kilobytes(bytes)}`,
      limit: `${milliseconds(bare)}, the same bytes from a bare server`,
      ratio: p50 / bare,
      ...goal,
    });
  }
  rows.push({
    what: 'First page and coverage, compressed',
    measured: kilobytes(together),
    goal: below(together, MOST_BYTES, '100 KB'),
  });
  return {
    title: `Data of the health page at ${fleet.checks} checks`,
    rows,
    notes: [
      `Median and p99 of ${scale.requests} requests one after the other, while the checks run, over an hour of results.`,
    ],
  };
}

async function timeRequests(url: string, cookie: string, count: number) {
  const fetched: Fetched[] = [];
  // The first one fills caches and is left out.
  for (let turn = 0; turn <= count; turn += 1) fetched.push(await fetchBytes(url, cookie));
  const body = fetched.at(-1)?.body ?? Buffer.alloc(0);
  return {
    times: fetched.slice(1).map(({ time }) => time),
    bytes: median(fetched.map((one) => one.body.length)),
    bare: await timeBare(body, count),
  };
}

async function timeBare(body: Buffer, count: number): Promise<number> {
  const server = createServer((_, response) => response.end(body));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const times: number[] = [];
  for (let turn = 0; turn <= count; turn += 1)
    times.push((await fetchBytes(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, '')).time);
  server.close();
  server.closeAllConnections();
  return median(times.slice(1));
}

function fetchBytes(url: string, cookie: string): Promise<Fetched> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    request(url, { headers: { cookie, 'accept-encoding': 'br, gzip' } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}`));
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.once('end', () => resolve({ time: performance.now() - began, body: Buffer.concat(chunks) }));
    })
      .on('error', reject)
      .end();
  });
}
