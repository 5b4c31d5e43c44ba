import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { indexHtml, missingHtml, pageHtml } from './layout.ts';
import { DOCS_PATH, type DocsGroup, renderSite } from './site.ts';
import { themeColors } from './theme.ts';

export interface DocsOptions {
  readonly product: string;
  /** The folder to which files are relative. */
  readonly root: string;
  /** The stylesheet whose custom properties are the colours of both schemes. */
  readonly theme: string;
  /** Asked for once, when somebody first reads. */
  readonly groups: () => readonly DocsGroup[];
}

interface Answer {
  readonly type: string;
  readonly text: string;
  readonly etag: string;
}

interface Answers {
  /** By what stands behind `/docs/`. */
  readonly found: ReadonlyMap<string, Answer>;
  readonly missing: Answer;
}

const STYLESHEET = 'style.css';
/** What is in the page, then what is around it. */
const RULES = ['text.css', 'frame.css'];
const POLICY = [
  "default-src 'none'", "style-src 'self'", "img-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
].join('; '); // biome-ignore format: a list

/**
 * Serves Markdown files as pages below `/docs/`, to everybody: they tell of the program and hold nothing of this
 * installation. Everything is rendered at the first request and kept.
 */
export function serveDocs(app: FastifyInstance, options: DocsOptions): void {
  let rendered: Promise<Answers> | undefined;
  const answers = async () => {
    rendered ??= renderAnswers(options);
    try {
      return await rendered;
    } catch (error) {
      rendered = undefined;
      throw new Error('the documentation could not be read', { cause: error });
    }
  };
  const everybody = { config: { permission: 'public' } } as const;
  app.get(DOCS_PATH.slice(0, -1), everybody, async (_request, reply) => reply.redirect(DOCS_PATH, 301));
  app.get<{ Params: { '*': string } }>(`${DOCS_PATH}*`, everybody, async (request, reply) => {
    const { found, missing } = await answers();
    const path = request.params['*'];
    const answer = found.get(path);
    if (answer) return send(request, reply, answer);
    const plain = path.replace(/(?:\.md|\/)$/i, '');
    if (plain !== path && found.has(plain)) return reply.redirect(DOCS_PATH + plain, 301);
    return send(request, reply.code(404), missing);
  });
}

function send(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply {
  reply.header('content-security-policy', POLICY).header('cache-control', 'no-cache').header('etag', answer.etag);
  if (reply.statusCode === 200 && request.headers['if-none-match']?.includes(answer.etag))
    return reply.code(304).send();
  return reply.type(answer.type).send(answer.text);
}

async function renderAnswers({ product, root, theme, groups }: DocsOptions): Promise<Answers> {
  const [site, colors, ...rules] = await Promise.all([
    renderSite(root, groups()),
    readFile(theme, 'utf8').then(themeColors),
    ...RULES.map((file) => readFile(join(import.meta.dirname, file), 'utf8')),
  ]);
  const frame = { product, stylesheet: DOCS_PATH + STYLESHEET };
  const found = new Map([
    [STYLESHEET, answerOf('text/css', [colors, ...rules].join('\n'))],
    ['', answerOf('text/html', indexHtml(frame, site))],
  ]);
  for (const [path, page] of site.pages) found.set(path, answerOf('text/html', pageHtml(frame, site, page)));
  return { found, missing: answerOf('text/html', missingHtml(frame, site)) };
}

function answerOf(type: string, text: string): Answer {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  // Weak: what travels is compressed or not.
  return { type: `${type}; charset=utf-8`, text, etag: `W/"${hash}"` };
}
