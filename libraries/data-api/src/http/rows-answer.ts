import { DataApiError } from '../errors.ts';
import type { Envelope } from '../execute/statement.ts';
import type { Negotiated } from '../request/accept.ts';
import { type PreferenceName, appliedPreferences } from '../request/prefer.ts';
import type { Preferences } from '../request/preferences.ts';
import { type Answer, JSON_TYPE, proxyStatus } from './answer.ts';
import { contentRange, pageStatus } from './content-range.ts';
import type { Exchange } from './exchange.ts';
import { toHeader } from './profile.ts';

export const READ_PREFERENCES: ReadonlySet<PreferenceName> = new Set(['count', 'handling', 'timezone']);

/** Headers that any answer has. */
export function commonHeaders(
  { context: { schema }, raw }: Exchange,
  preferences: Preferences,
  obeyed: ReadonlySet<PreferenceName>,
): Record<string, string | undefined> {
  const applied = appliedPreferences(preferences, obeyed);
  return {
    'preference-applied': applied === '' ? undefined : applied,
    // As the dialect does, only where there is a choice.
    'content-profile': schema.names.length > 1 ? toHeader(raw.schema) : undefined,
  };
}

interface Page {
  readonly envelope: Envelope;
  readonly negotiated: Negotiated;
  readonly offset: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** Answers with a page of rows: 200, 206 for a part of what was counted, 416 for a page behind the last row. */
export function pageAnswer({ envelope, negotiated, offset, headers }: Page): Answer {
  const { rows, total } = envelope;
  const body = envelope.bytes ?? envelope.body;
  try {
    const status = pageStatus(offset, rows, total);
    const range = contentRange(offset, rows, total);
    return { status, headers: { ...headers, 'content-range': range }, contentType: negotiated.contentType, body };
  } catch (error) {
    if (!(error instanceof DataApiError)) throw error;
    const text = JSON.stringify(error.body());
    const told = { 'content-range': `*/${total}`, ...proxyStatus(error.code) };
    return { status: error.status, headers: told, contentType: JSON_TYPE, body: text };
  }
}
