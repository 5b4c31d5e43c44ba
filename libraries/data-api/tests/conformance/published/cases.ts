import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** What PostgREST publishes of one request, by the page that it follows from. */
export interface PublishedCase {
  readonly group: string;
  /** Name of the page of PostgREST's reference. */
  readonly page: string;
  readonly title: string;
  /** Why this library answers otherwise, on purpose. */
  readonly difference?: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly expected: Expected;
}

export interface Expected {
  readonly status: number;
  /** A dash stands for a header that must not be there. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Absent where any body will do. */
  readonly body?: string;
}

/** What is measured, each in a folder of its own. */
export const GROUPS = ['reads', 'writes', 'calls'] as const;

/** Every case, in the order of the files. @throws Error for a file that cannot be read as cases. */
export async function readCases(): Promise<readonly PublishedCase[]> {
  const cases: PublishedCase[] = [];
  for (const group of GROUPS) {
    const folder = join(import.meta.dirname, group);
    for (const file of (await readdir(folder)).toSorted()) {
      const text = await readFile(join(folder, file), 'utf8');
      const page = basename(file, '.http');
      for (const part of text.split(/^### /m).slice(1)) cases.push(parseCase(group, page, part));
    }
  }
  return cases;
}

/**
 * A title, `! why it differs`, `METHOD url`, headers and, after an empty line, a body; then `< status`, headers and, after
 * an empty line, a body. `(empty)` is a body of nothing.
 */
function parseCase(group: string, page: string, text: string): PublishedCase {
  const [asked = '', answered = ''] = text.split(/^< /m);
  const [title = '', ...rest] = asked.split('\n');
  const difference = rest[0]?.startsWith('! ') ? rest.shift()?.slice(2) : undefined;
  const [start = '', ...lines] = rest;
  const [, method, url] = /^([A-Z]+) (\S.*)$/.exec(start) ?? [];
  const request = parseMessage(lines);
  const [status = '', ...expected] = answered.split('\n');
  if (method === undefined || url === undefined || !/^\d{3}$/.test(status)) {
    throw new Error(`The case "${title}" of ${group}/${page} has no request or no status.`);
  }
  return {
    group,
    page,
    title,
    ...(difference === undefined ? {} : { difference }),
    method,
    url,
    headers: Object.fromEntries(request.headers),
    ...(request.body === undefined ? {} : { body: request.body }),
    expected: { status: Number(status), ...parseMessage(expected) },
  };
}

function parseMessage(lines: readonly string[]): Omit<Expected, 'status'> {
  const end = lines.indexOf('');
  const head = end === -1 ? lines : lines.slice(0, end);
  const body =
    end === -1
      ? ''
      : lines
          .slice(end + 1)
          .join('\n')
          .replace(/\n+$/, '');
  const headers = head.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  return { headers, ...(body === '' ? {} : { body: body === '(empty)' ? '' : body }) };
}
