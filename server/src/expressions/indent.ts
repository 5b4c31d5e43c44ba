const TOKEN = /"(?:[^"\\]|\\.)*"|[^"[\]{},:]+|./g;

/**
 * Writes compact JSON on several lines, with every text and digit as it is.
 * @returns the JSON as it was if the lines would have more than `most` characters
 */
export function indentJson(json: string, most: number): string {
  let written = '';
  let level = 0;
  let isOpened = false;
  const line = () => `\n${'  '.repeat(level)}`;
  for (const [token] of json.matchAll(TOKEN)) {
    const isClosing = token === ']' || token === '}';
    if (isClosing) level -= 1;
    // An empty list or map stays on its line.
    if (isOpened !== isClosing) written += line();
    written += token === ':' ? ': ' : token;
    isOpened = token === '[' || token === '{';
    if (isOpened) level += 1;
    if (token === ',') written += line();
    if (written.length > most) return json;
  }
  return written;
}
