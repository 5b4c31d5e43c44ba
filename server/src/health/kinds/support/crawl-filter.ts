import { setImmediate as nextTurn } from 'node:timers/promises';
import { compilePatterns, PatternError } from '@watchroom/patterns';
import type { z } from 'zod';
import type { crawl as crawlSchema } from './http-fields.ts';

/** Milliseconds for which a crawl may keep the thread before others get their turn. */
const LONGEST_TURN = 10;
/** Milliseconds of the thread that a whole crawl may spend on its filters. */
const MOST_TIME = 1_000;

/** Why a crawl cannot go on, as a sentence. */
export class CrawlStopped extends Error {}

export interface CrawlFilter {
  /** The addresses that may be visited, one by one. @throws CrawlStopped when judging them costs too much. */
  permitted(urls: readonly string[]): AsyncIterable<string>;
}

/** The filters of a crawl that begins at `start`. */
export function crawlFilter(crawl: z.infer<typeof crawlSchema>, start: URL): CrawlFilter {
  const wanted = [crawl.filters, crawl.allowedURLFilters].map((texts) => compilePatterns(texts ?? []));
  const isWanted = [crawl.filters, crawl.allowedURLFilters].map((texts) => (texts ?? []).length > 0);
  const unwanted = compilePatterns(crawl.disallowedURLFilters ?? []);
  const domains = new Set(crawl.allowedDomains?.length ? crawl.allowedDomains : [start.hostname]);
  const notDomains = new Set(crawl.disallowedDomains ?? []);
  const among = (list: ReadonlySet<string>, { hostname, host }: URL) => list.has(hostname) || list.has(host);
  const permits = (url: URL): boolean =>
    among(domains, url) &&
    !among(notDomains, url) &&
    wanted.every((patterns, index) => !isWanted[index] || patterns.matches(url.href)) &&
    !unwanted.matches(url.href);
  let spent = 0;

  return {
    async *permitted(urls) {
      let began = performance.now();
      for (const url of urls) {
        const isPermitted = permitsOrStops(permits, new URL(url));
        const took = performance.now() - began;
        if (took > LONGEST_TURN) {
          spent += took;
          if (spent > MOST_TIME)
            throw new CrawlStopped('the filters take too long: use simpler ones, or narrow the crawl with depth');
          await turn();
          began = performance.now();
        }
        if (isPermitted) yield url;
      }
      spent += performance.now() - began;
    },
  };
}

function permitsOrStops(permits: (url: URL) => boolean, url: URL): boolean {
  try {
    return permits(url);
  } catch (error) {
    throw error instanceof PatternError ? new CrawlStopped(`the filters: ${error.message}`) : error;
  }
}

let last: Promise<void> = Promise.resolve();

/** One crawl in each turn of the loop: a hundred at once would otherwise keep the thread a hundred times as long. */
function turn(): Promise<void> {
  last = last.then(() => nextTurn());
  return last;
}
