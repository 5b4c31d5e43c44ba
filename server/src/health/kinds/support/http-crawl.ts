import { setTimeout as pause } from 'node:timers/promises';
import { Parser } from 'htmlparser2';
import type { z } from 'zod';
import { durationMillis } from '../../../platform/kinds/duration.ts';
import { keptText } from '../../../platform/kinds/text.ts';
import { CrawlStopped, crawlFilter } from './crawl-filter.ts';
import type { CheckOutcome } from './define.ts';
import type { crawl as crawlSchema } from './http-fields.ts';
import { decoded } from '../../../platform/text/decoded.ts';
import { type HttpAnswer, type HttpRequest, type RequestFields, requestAsSpecified } from './http-request.ts';
import { hideSecretsIn } from '../../../platform/secrets/secret-texts.ts';

/** A site can be endless (calendars, searches), a check must not be. */
const MAX_PAGES = 500;
const MAX_LINKS_PER_PAGE = 2_000;
const MAX_SHOWN = 100;

type Crawl = z.infer<typeof crawlSchema>;

interface Page {
  readonly url: string;
  readonly depth: number;
}

/**
 * Follows the links from the first page and fails when one of them does not answer with 2xx.
 * Each request has the limits of any other; the whole crawl ends with `timeout` and after 500 pages.
 */
export async function runCrawl(given: HttpRequest & { readonly crawl: Crawl }): Promise<CheckOutcome> {
  const request = { ...given, ...withoutLogin(given) };
  const { crawl } = request;
  const started = performance.now();
  const ends = started + request.timeout;
  const start = new URL(request.url);
  const filter = crawlFilter(crawl, start);
  start.hash = '';
  const seen = new Set([start.href]);
  const waiting: Page[] = [{ url: start.href, depth: 1 }];
  const missing = new Set<string>();
  let visited = 0;
  let stopped: string | undefined;
  const busy = new Set<Promise<void>>();

  const visit = async (page: Page): Promise<void> => {
    const wait = durationMillis(crawl.delay) + Math.random() * durationMillis(crawl.randomDelay);
    if (page.depth > 1 && wait > 0)
      await pause(Math.min(wait, Math.max(0, ends - performance.now())), undefined, { signal: request.signal });
    const answer = await linkAnswer(
      { ...request, url: page.url, timeout: Math.max(1, ends - performance.now()) },
      start.origin,
    );
    visited += 1;
    if (!answer || answer.status < 200 || answer.status > 299) missing.add(page.url);
    else if (crawl.depth === 0 || page.depth < crawl.depth) {
      // What another server sent instead of the page is judged, but its links are not ours to follow.
      const links = new URL(answer.url).host === new URL(page.url).host ? linksIn(answer) : [];
      for await (const url of filter.permitted(links.filter((link) => !seen.has(link)))) {
        // One more than can be visited is enough to know that the crawl does not end.
        if (seen.size > MAX_PAGES || request.signal.aborted || performance.now() >= ends) break;
        if (seen.has(url)) continue;
        seen.add(url);
        waiting.push({ url, depth: page.depth + 1 });
      }
    }
  };

  while (waiting.length > 0 || busy.size > 0) {
    if (request.signal.aborted || performance.now() >= ends) break;
    if (visited + busy.size >= MAX_PAGES && waiting.length > 0)
      stopped = `the crawl stopped after ${MAX_PAGES} pages; narrow it with depth or filters`;
    if (stopped !== undefined) break;
    while (busy.size < crawl.parallelism && waiting.length > 0 && visited + busy.size < MAX_PAGES) {
      const page = waiting.shift();
      if (!page) break;
      const work: Promise<void> = visit(page)
        .catch((error: unknown) => {
          if (error instanceof CrawlStopped) stopped ??= error.message;
        })
        .finally(() => busy.delete(work));
      busy.add(work);
    }
    await Promise.race(busy);
  }
  await Promise.all(busy);
  if (visited < seen.size) stopped ??= `the crawl did not finish within ${Math.round(request.timeout)} ms`;

  // Tokens of the site stand in links too, and are none of the entry.
  const broken = [...missing].map(hideSecretsIn).sort();
  const shown = `${broken.slice(0, MAX_SHOWN).join(', ')}${broken.length > MAX_SHOWN ? `, and ${broken.length - MAX_SHOWN} more` : ''}`;
  const message = `Visited: ${visited}${broken.length > 0 ? `, Missing: ${shown}` : ''}`;
  const data = { visited, missing: broken };
  const duration = performance.now() - started;
  if (stopped === undefined && broken.length === 0) return { pass: true, message, duration, data };
  return { pass: false, message, error: stopped ?? `broken links: ${shown}`, duration, data };
}

/** The first address without the login in it, which would otherwise be part of every link and of the message. */
function withoutLogin({ url, spec }: HttpRequest): Pick<HttpRequest, 'url' | 'spec'> {
  const bare = new URL(url);
  if (bare.username === '' && bare.password === '') return { url, spec };
  const login = { username: { value: decoded(bare.username) }, password: { value: decoded(bare.password) } };
  bare.username = '';
  bare.password = '';
  return { url: bare.href, spec: { ...login, ...spec } };
}

/** Who we are is shown to the first page's own server and to nobody else. */
async function linkAnswer(request: HttpRequest, origin: string): Promise<HttpAnswer | undefined> {
  const { spec } = request;
  const { maxRedirects, tlsConfig: { insecureSkipVerify, handshakeTimeout, ca } = {} } = spec;
  const stranger: RequestFields = {
    maxRedirects,
    method: 'GET',
    tlsConfig: { insecureSkipVerify, handshakeTimeout, ca },
  };
  const own = new URL(request.url).origin === origin;
  try {
    return await requestAsSpecified({ ...request, spec: own ? { ...spec, method: 'GET', body: undefined } : stranger });
  } catch (error) {
    if (request.signal.aborted) throw error;
    return undefined;
  }
}

function linksIn(answer: HttpAnswer): readonly string[] {
  const base = answer.url;
  const type = [answer.headers['content-type'] ?? ''].flat().join();
  if (!/html/i.test(type)) return [];
  const links: string[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      const href = name === 'a' ? attributes['href'] : undefined;
      if (href === undefined || links.length >= MAX_LINKS_PER_PAGE || !URL.canParse(href, base)) return;
      const url = new URL(href, base);
      if (url.protocol !== 'http:' && url.protocol !== 'https:') return;
      url.hash = '';
      // A lone question mark is sent to the same page.
      if (url.search === '') url.search = '';
      links.push(keptText(url.href, 8_192));
    },
  });
  parser.end(answer.body);
  return links;
}
