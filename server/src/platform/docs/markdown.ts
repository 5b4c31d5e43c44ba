import { Marked, type Token, type TokensList } from 'marked';
import { escapeHtml } from './escape.ts';

export interface Heading {
  readonly depth: number;
  readonly text: string;
  /** The anchor, unique on its page. */
  readonly id: string;
}

/** A page of Markdown as safe HTML. */
export interface Rendered {
  /** Plain text of the first heading; undefined when there is none. */
  readonly title: string | undefined;
  /** Plain text of the first sentence; empty when the page does not begin with a paragraph. */
  readonly summary: string;
  /** Those of the second and third level. */
  readonly headings: readonly Heading[];
  /** The body without its title. */
  readonly html: string;
}

/**
 * Renders GitHub's Markdown. HTML inside of it becomes text, comments and images vanish but for the image's description.
 * @param hrefOf where a link leads; a link without an answer becomes its text.
 */
export function renderMarkdown(source: string, hrefOf: (target: string) => string | undefined): Rendered {
  const headings: Heading[] = [];
  const ids = new Map<string, number>();
  const marked = new Marked({
    renderer: {
      html: ({ text }) => escapeHtml(withoutComments(text)),
      image: ({ text }) => escapeHtml(text),
      heading({ tokens, depth }) {
        const heading = { depth, text: plainText(tokens), id: uniqueId(ids, plainText(tokens)) };
        if (depth === 2 || depth === 3) headings.push(heading);
        const anchor = `<a class="anchor" href="#${heading.id}" aria-label="Link to ${escapeHtml(heading.text)}">#</a>`;
        return `<h${depth} id="${heading.id}">${this.parser.parseInline(tokens)} ${anchor}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const target = hrefOf(href);
        return target === undefined ? text : `<a href="${escapeHtml(target)}">${text}</a>`;
      },
      // What can be scrolled sideways must be reached by the keyboard.
      code: ({ text }) => `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`,
      table({ header, rows }) {
        const cells = (tag: 'th' | 'td', row: readonly { tokens: Token[] }[]) =>
          `<tr>${row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`;
        const body = rows.map((row) => cells('td', row)).join('\n');
        return `<div class="wide" tabindex="0" role="group" aria-label="Table"><table><thead>${cells('th', header)}</thead><tbody>${body}</tbody></table></div>\n`;
      },
    },
  });
  const tokens = marked.lexer(source);
  const title = takeTitle(tokens);
  return {
    title,
    summary: firstSentence(tokens),
    html: marked.parser(tokens),
    headings,
  };
}

function takeTitle(tokens: TokensList): string | undefined {
  const place = tokens.findIndex((token) => token.type === 'heading');
  const token = tokens[place];
  if (token?.type !== 'heading' || token['depth'] !== 1) return undefined;
  tokens.splice(place, 1);
  return plainText(token.tokens);
}

/** A bold beginning is a label of the paragraph. */
function firstSentence(tokens: readonly Token[]): string {
  const first = tokens.find(({ type }) => type !== 'space' && type !== 'html');
  if (first?.type !== 'paragraph') return '';
  const parts = first.tokens ?? [];
  const text = plainText(parts[0]?.type === 'strong' ? parts.slice(1) : parts);
  return /^.*?[.](?=\s|$)/.exec(text)?.[0] ?? text;
}

function plainText(tokens: readonly Token[] | undefined): string {
  return (tokens ?? [])
    .map((token) => {
      if ('tokens' in token && token.tokens) return plainText(token.tokens);
      return 'text' in token && token.type !== 'html' ? String(token.text) : '';
    })
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** As GitHub names anchors, so that a link works in both places. */
function uniqueId(taken: Map<string, number>, text: string): string {
  const plain = text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
  const before = taken.get(plain) ?? 0;
  taken.set(plain, before + 1);
  return before === 0 ? plain : `${plain}-${before}`;
}

function withoutComments(html: string): string {
  return html.replaceAll(/<!--.*?-->/gs, '').trim();
}
