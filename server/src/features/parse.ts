/**
 * Reads a file of properties: `name=value` on each line, blanks around both left out; the first `=` ends the name. Empty
 * lines and lines that begin with `#` say nothing.
 * @returns name → value, or a sentence with the number of the first wrong line.
 */
export function parseProperties(text: string): ReadonlyMap<string, string> | string {
  const properties = new Map<string, string>();
  // Some editors begin a file with a byte order mark.
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  for (const [index, whole] of lines.entries()) {
    const line = whole.trim();
    if (line === '' || line.startsWith('#')) continue;
    const end = line.indexOf('=');
    const name = line.slice(0, Math.max(0, end)).trim();
    if (name === '') return `line ${index + 1} is no "name=value"`;
    if (properties.has(name)) return `line ${index + 1} names "${name}" a second time`;
    properties.set(name, line.slice(end + 1).trim());
  }
  return properties;
}
