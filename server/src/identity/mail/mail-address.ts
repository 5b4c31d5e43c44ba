/** RFC 5321, 4.5.3.1. */
const LONGEST_LOCAL = 64;
const LONGEST = 254;

/**
 * What stands before the @ and what after it. Nothing that ends a header or a command, or makes two addresses of one; a
 * quoted local part is refused too, since nobody has one and every reader takes it apart in his own way.
 */
const ADDRESS = /^[^\s\p{C}@<>()[\]\\,;:"]+@(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*\.)*[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*$/u;

/** Whether a text is one plain address, to which a mail may go. */
export function isMailAddress(text: string): boolean {
  return Buffer.byteLength(text) <= LONGEST && text.indexOf('@') <= LONGEST_LOCAL && ADDRESS.test(text);
}

/** A text for one line of a header: no line can be added to it, and nothing in it is invisible. */
export function headerText(text: string): string {
  return text.replace(/[\s\p{C}]+/gu, ' ').trim();
}
