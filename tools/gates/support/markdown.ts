export interface Place {
  readonly line: number;
  readonly target: string;
}

const fence = /^\s*(?:```|~~~)/;

/** Lines of prose with their numbers: what stands in fenced code blocks is an example, not a promise. */
function prose(text: string): { line: number; content: string }[] {
  let inCode = false;
  return text.split('\n').flatMap((content, index) => {
    if (fence.test(content)) inCode = !inCode;
    return inCode || fence.test(content) ? [] : [{ line: index + 1, content }];
  });
}

/** Targets of links and pictures, inline and as reference definitions. */
export function linksIn(text: string): Place[] {
  return prose(text).flatMap(({ line, content }) => {
    const bare = content.replaceAll(/`[^`]*`/g, '');
    const inline = [...bare.matchAll(/\]\(\s*<?([^)\s>]+)>?[^)]*\)/g)];
    const definitions = [...bare.matchAll(/^\s{0,3}\[[^\]]+\]:\s*<?([^\s>]+)/g)];
    return [...inline, ...definitions].flatMap(([, target]) => (target ? [{ line, target }] : []));
  });
}

/** The content of every `inline code`. */
export function codeIn(text: string): Place[] {
  return prose(text).flatMap(({ line, content }) =>
    [...content.matchAll(/`([^`]+)`/g)].flatMap(([, target]) => (target ? [{ line, target }] : [])),
  );
}

/** The anchors that a page offers: its headings as GitHub names them, and explicit ids. */
export function anchorsIn(text: string): Set<string> {
  const anchors = new Set<string>();
  const seen = new Map<string, number>();
  for (const { content } of prose(text)) {
    for (const [, id] of content.matchAll(/<[a-z]+\s[^>]*\b(?:id|name)="([^"]+)"/g)) if (id) anchors.add(id);
    const heading = /^#{1,6}\s+(.+?)\s*#*$/.exec(content)?.[1];
    if (heading === undefined) continue;
    const slug = slugOf(heading);
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    anchors.add(count === 0 ? slug : `${slug}-${count}`);
  }
  return anchors;
}

function slugOf(heading: string): string {
  const text = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
}
