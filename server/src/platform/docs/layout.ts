import { escapeHtml } from './escape.ts';
import type { Heading } from './markdown.ts';
import { DOCS_PATH, type DocsPage, type DocsSite } from './site.ts';

/** Name of the product and of the file with the looks, as every page says them. */
export interface DocsFrame {
  readonly product: string;
  readonly stylesheet: string;
}

/** A page with its contents beside it and the list of all pages. */
export function pageHtml(frame: DocsFrame, site: DocsSite, page: DocsPage): string {
  return shell(frame, site, {
    title: page.title,
    current: page.path,
    main: `<h1>${escapeHtml(page.title)}</h1>${contents(page.headings)}<div class="body">${page.html}</div>`,
  });
}

/** Every page with what it is about. */
export function indexHtml(frame: DocsFrame, site: DocsSite): string {
  const groups = site.groups.map(({ title, pages }) => {
    const items = pages.map(
      ({ path, title: name, summary }) =>
        `<li><a href="${DOCS_PATH}${path}">${escapeHtml(name)}</a><p>${escapeHtml(summary)}</p></li>`,
    );
    return `<section><h2>${escapeHtml(title)}</h2><ul class="cards">${items.join('')}</ul></section>`;
  });
  return shell(frame, site, {
    title: 'Documentation',
    current: '',
    main: `<h1>Documentation</h1><div class="body">${groups.join('')}</div>`,
  });
}

/** For an address behind which there is nothing. */
export function missingHtml(frame: DocsFrame, site: DocsSite): string {
  return shell(frame, site, {
    title: 'Page not found',
    current: undefined,
    main: `<h1>Page not found</h1><div class="body"><p>There is no documentation page at this address. See the
<a href="${DOCS_PATH}">list of all pages</a>.</p></div>`,
  });
}

interface Shell {
  readonly title: string;
  /** Path of the page; empty for the list of all pages, undefined for none of them. */
  readonly current: string | undefined;
  readonly main: string;
}

function shell(frame: DocsFrame, site: DocsSite, { title, current, main }: Shell): string {
  const product = escapeHtml(frame.product);
  const name = current === '' ? `${product} documentation` : `${escapeHtml(title)} · ${product} documentation`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${name}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${frame.stylesheet}">
</head>
<body>
<header>
<a class="skip" href="#main">Skip to content</a>
<a class="brand" href="/">${product}</a>
<a href="${DOCS_PATH}"${current === '' ? ' aria-current="page"' : ''}>Documentation</a>
<a class="jump" href="#pages">All pages</a>
</header>
<div class="columns">
<main id="main" tabindex="-1">${main}</main>
<nav id="pages" aria-label="All pages">${allPages(site, current)}</nav>
</div>
</body>
</html>
`;
}

function allPages(site: DocsSite, current: string | undefined): string {
  return site.groups
    .map(({ title, pages }) => {
      const items = pages.map(
        (page) =>
          `<li><a href="${DOCS_PATH}${page.path}"${page.path === current ? ' aria-current="page"' : ''}>${escapeHtml(page.title)}</a></li>`,
      );
      return `<h2>${escapeHtml(title)}</h2><ul>${items.join('')}</ul>`;
    })
    .join('');
}

function contents(headings: readonly Heading[]): string {
  if (headings.length < 2) return '';
  const items = headings.map(
    ({ depth, text, id }) => `<li class="level-${depth}"><a href="#${id}">${escapeHtml(text)}</a></li>`,
  );
  return `<nav class="contents" aria-label="On this page"><h2>On this page</h2><ul>${items.join('')}</ul></nav>`;
}
