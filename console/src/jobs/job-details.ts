/** What a run left behind, made even: every part is empty where there is nothing. */
export interface JobDetails {
  /** In a list the name is empty; in a map it names what failed. */
  readonly errors: readonly { readonly name: string; readonly text: string }[];
  /** As JSON; empty when there is none. */
  readonly scrapeSummary: string;
  readonly reconcileSummary: string;
}

/** Reads `details` of a run. Errors are a text, a list of texts or a map of name to error. */
export function jobDetails(details: unknown): JobDetails {
  const { errors, scrape_summary: scrape, summary } = isRecord(details) ? details : {};
  return { errors: readErrors(errors), scrapeSummary: written(scrape), reconcileSummary: written(summary) };
}

function readErrors(errors: unknown): JobDetails['errors'] {
  const named: readonly (readonly [string, unknown])[] = Array.isArray(errors)
    ? errors.map((error: unknown) => ['', error] as const)
    : isRecord(errors)
      ? Object.entries(errors)
      : [['', errors]];
  return named.flatMap(([name, error]) => {
    const text = written(error);
    return text === '' ? [] : [{ name, text }];
  });
}

function written(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'object' && Object.keys(value).length === 0) return '';
  return JSON.stringify(value, null, 2);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
