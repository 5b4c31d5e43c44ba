/** An item of a `select` or `order` list, as text: `head(items)tail`, or the head alone. */
export interface ListItem {
  head: string;
  readonly items?: ListItem[];
  tail: string;
}

/** Far deeper than any request; deeper ones are left as they are for the dialect to refuse. */
export const MAX_DEPTH = 32;

/**
 * Reads a list with its nested lists, blanks around items removed. Closing parentheses that follow the complete list are
 * left out. Linear in the text.
 * @returns undefined when the text does not nest: what is wrong with it is then the dialect's to say
 */
export function readList(text: string): ListItem[] | undefined {
  const root: ListItem[] = [];
  const open: ListItem[][] = [root];
  let closed: ListItem | undefined;
  let start = 0;
  for (let at = 0; at <= text.length; at += 1) {
    const list = open.at(-1) ?? root;
    const character = text[at];
    if (character === '"') {
      at = endOfQuote(text, at);
    } else if (character === '(') {
      if (closed || open.length > MAX_DEPTH) return undefined;
      const items: ListItem[] = [];
      list.push({ head: text.slice(start, at).trim(), items, tail: '' });
      open.push(items);
      start = at + 1;
    } else if (character === ',' || character === ')' || character === undefined) {
      const rest = text.slice(start, at).trim();
      const isEmptyList = list.length === 0 && character !== ',';
      if (closed) closed.tail = rest;
      else if (rest !== '' || !isEmptyList) list.push({ head: rest, tail: '' });
      closed = undefined;
      start = at + 1;
      if (character !== ')') continue;
      open.pop();
      if (open.length === 0) return /^[)\s]*$/.test(text.slice(at)) ? root : undefined;
      closed = open.at(-1)?.at(-1);
    }
  }
  return open.length === 1 ? root : undefined;
}

/** Writes a list; an item that says the same as one before it is left out. */
export function writeList(items: readonly ListItem[]): string {
  return [...new Set(items.map(writeItem))].join(',');
}

export function writeItem(item: ListItem): string {
  return item.items ? `${item.head}(${writeList(item.items)})${item.tail}` : item.head;
}

/** Relation that an embed names, and the key that it has in the answer and in paths: `...key:relation!hint!inner`. */
export function namesOf(embed: ListItem): { readonly relation: string; readonly key: string } {
  const plain = (embed.head.split('!', 1)[0] ?? '').replace(/^\.\.\./, '');
  const colon = plain.indexOf(':');
  const relation = unquote(plain.slice(colon + 1).trim());
  return { relation, key: colon < 0 ? relation : unquote(plain.slice(0, colon).trim()) };
}

/** The embed of a list that a path means: the first that has its step for a key. */
export function findEmbed(list: readonly ListItem[], step: string): ListItem | undefined {
  const key = unquote(step.trim());
  return list.find((item) => item.items && namesOf(item).key === key);
}

/** A name without its quotes. */
export function unquote(name: string): string {
  return name.startsWith('"') && name.endsWith('"') ? name.slice(1, -1).replace(/\\(.)/gs, '$1') : name;
}

/** Index of the closing quote, or of the end of the text. */
function endOfQuote(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
  }
  return text.length;
}
