/** Sources that are no path of a file, for example `kubernetes/prod/website`; they read best as they stand. */
const OTHER_THAN_FILE = /^(?:component|kubernetes|push)\b/i;

/** @returns whether a source names a file, with or without a prefix that says so. */
export function isFileSource(source: string): boolean {
  return !OTHER_THAN_FILE.test(source);
}

/** @returns a sentence that says what owns a row with this source, and where to change the row. */
export function managedBy(source: string): string {
  if (!isFileSource(source)) return `Managed by ${source}. Change it there.`;
  return `Managed by ${source.replace(/^(?:ConfigFile|file):/, '')}. Edit that file to change it.`;
}
