import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { type Rendered, renderMarkdown } from './markdown.ts';

/** Pages that belong together, in reading order. */
export interface DocsGroup {
  readonly title: string;
  /** Markdown files, relative to the root, with slashes. */
  readonly files: readonly string[];
}

export interface DocsPage extends Rendered {
  readonly title: string;
  /** Behind `/docs/`. */
  readonly path: string;
}

export interface DocsSite {
  readonly groups: readonly { readonly title: string; readonly pages: readonly DocsPage[] }[];
  readonly pages: ReadonlyMap<string, DocsPage>;
}

/** Where the pages are served. */
export const DOCS_PATH = '/docs/';

/** Reads and renders every page. @throws when a file cannot be read. */
export async function renderSite(root: string, groups: readonly DocsGroup[]): Promise<DocsSite> {
  const paths = new Map(groups.flatMap(({ files }) => files.map((file) => [file, pathOf(file)] as const)));
  const rendered = await Promise.all(
    groups.map(async ({ title, files }) => ({
      title,
      pages: await Promise.all(files.map((file) => renderPage(root, file, paths))),
    })),
  );
  const pages = new Map(rendered.flatMap((group) => group.pages.map((page) => [page.path, page] as const)));
  return { groups: rendered, pages };
}

async function renderPage(root: string, file: string, paths: ReadonlyMap<string, string>): Promise<DocsPage> {
  const source = await readFile(join(root, file), 'utf8');
  const path = pathOf(file);
  const page = renderMarkdown(source, (target) => hrefOf(file, target, paths));
  return { ...page, path, title: page.title ?? path };
}

/** `docs/health/guide.md` is read at `health/guide`, `libraries/ui/README.md` at `libraries/ui`. */
function pathOf(file: string): string {
  return file
    .replace(/^docs\//, '')
    .replace(/\.md$/, '')
    .replace(/\/README$/, '')
    .toLowerCase();
}

/** A file that is no page, and an address of another scheme, lead nowhere from here. */
function hrefOf(file: string, target: string, paths: ReadonlyMap<string, string>): string | undefined {
  if (/^(?:https?|mailto):/i.test(target) || target.startsWith('#')) return target;
  const [relative = '', anchor] = target.split('#');
  const path = paths.get(posix.join(posix.dirname(file), relative));
  if (path === undefined) return undefined;
  return DOCS_PATH + path + (anchor === undefined ? '' : `#${anchor}`);
}
