/**
 * Whether lists and objects of a JSON text stand inside of one another on more than `levels` levels. Reads no further than it
 * must, and needs no stack: it is asked before anything walks the value. Of what is no JSON the answer means nothing.
 */
export function nestsDeeper(text: string, levels: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case OPEN_LIST:
      case OPEN_OBJECT:
        if (++depth > levels) return true;
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        depth--;
        break;
      case QUOTE:
        at = endOfString(text, at);
    }
  }
  return false;
}

const QUOTE = 0x22;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Place of the quotation mark that ends the string; the length of the text when none does. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at++;
  }
  return text.length;
}
