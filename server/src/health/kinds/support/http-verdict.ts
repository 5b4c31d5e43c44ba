import { STATUS_CODES } from 'node:http';
import { KEPT_CHARACTERS, keptJson, keptText } from '../../../platform/kinds/text.ts';
import type { Redactor } from '../../../platform/secrets/redactor.ts';
import type { CheckOutcome } from './define.ts';
import { chosenScript, type Script } from '../../../platform/kinds/scripts.ts';
import type { HttpAnswer } from './http-request.ts';

const DAY = 86_400_000;
const MAX_HEADERS = 100;
const MAX_HEADER_CHARACTERS = 4_096;
/** Characters of a body that scripts read. A longer one would keep other checks waiting. */
const MOST_FOR_SCRIPTS = 1_048_576;

/** The fields of an entry that say what is expected of the answer. */
interface Expectations {
  readonly responseCodes?: readonly number[] | undefined;
  readonly responseContent?: string | undefined;
  readonly maxSSLExpiry?: number | undefined;
  readonly thresholdMillis?: number | undefined;
  readonly test?: Script | undefined;
  readonly display?: Script | undefined;
}

/**
 * Judges an answer in the order that documents rely on: JSON, status, duration, content, certificate. With the
 * default status range the later rules still run and all errors are told; an explicit list ends the judgement.
 */
export function judgeResponse(answer: HttpAnswer, spec: Expectations): CheckOutcome {
  const errors: string[] = [];
  const json = parsedJson(answer);
  // A test may know better what the body should be.
  if (json.error !== undefined && !chosenScript(spec.test)) errors.push(json.error);

  const status = `${answer.status} ${STATUS_CODES[answer.status] ?? ''}`.trim();
  const codes = spec.responseCodes ?? [];
  const allowed = codes.length > 0 ? codes.includes(answer.status) : answer.status >= 200 && answer.status < 300;
  if (!allowed) errors.push(`${status} (expected ${codes.length > 0 ? codes.join(', ') : '200-299'})`);
  if (allowed || codes.length === 0) errors.push(...laterErrors(answer, spec));
  if (answer.body.length > MOST_FOR_SCRIPTS && readsBody(spec))
    errors.push(`the body has ${answer.body.length} characters; scripts read ${MOST_FOR_SCRIPTS} at most`);

  const data = dataOf(answer, json.value);
  const isCut = answer.body.length > KEPT_CHARACTERS;
  const found = {
    duration: answer.elapsed,
    data,
    ...(isCut && { scriptData: (redact: Redactor) => wholeBody(answer.body, json.value, redact) }),
  };
  if (errors.length > 0) return { pass: false, error: errors.join(', '), ...found };
  return { pass: true, message: status, ...found };
}

function laterErrors(answer: HttpAnswer, spec: Expectations): readonly string[] {
  const errors: string[] = [];
  const threshold = spec.thresholdMillis ?? 0;
  if (threshold > 0 && answer.elapsed > threshold)
    errors.push(`took ${Math.round(answer.elapsed)} ms, thresholdMillis is ${threshold}`);
  if (spec.responseContent && !answer.body.includes(spec.responseContent))
    errors.push(`responseContent: expected ${shown(spec.responseContent)} in the body`);
  const expiry = spec.maxSSLExpiry === undefined ? undefined : expiryError(answer, spec.maxSSLExpiry);
  if (expiry !== undefined) errors.push(expiry);
  return errors;
}

function expiryError(answer: HttpAnswer, days: number): string | undefined {
  if (answer.certificateExpires === undefined) return 'maxSSLExpiry: the connection has no certificate';
  const left = answer.certificateExpires.getTime() - Date.now();
  if (left >= days * DAY) return undefined;
  const on = answer.certificateExpires.toISOString().slice(0, 10);
  if (left < 0) return `maxSSLExpiry: the certificate expired on ${on}`;
  return `the certificate expires on ${on}, in ${Math.floor(left / DAY)} days, maxSSLExpiry is ${days}`;
}

function parsedJson(answer: HttpAnswer): { value: unknown; error?: string } {
  const type = headerText(answer.headers['content-type']).split(';')[0]?.trim().toLowerCase() ?? '';
  const isJson = type === 'application/json' || type === 'text/json' || type.endsWith('+json');
  if (!isJson || answer.body === '') return { value: {} };
  try {
    return { value: JSON.parse(answer.body) as unknown };
  } catch (error) {
    // The rest of the parser's sentence quotes a piece of the body, perhaps the middle of a secret.
    const place = error instanceof Error ? /position \d+/.exec(error.message)?.[0] : undefined;
    return { value: {}, error: `the content type is ${type} but the body is not JSON${place ? ` (${place})` : ''}` };
  }
}

/** What scripts and the history see, under the names that documents use; texts bounded and storable. */
function dataOf(answer: HttpAnswer, json: unknown): Readonly<Record<string, unknown>> {
  const headers = Object.entries(answer.headers).slice(0, MAX_HEADERS);
  // A big value would be kept twice; the first part of its text says enough in a history.
  const kept = answer.body.length <= KEPT_CHARACTERS ? keptJson(json) : undefined;
  return {
    code: answer.status,
    headers: Object.fromEntries(
      headers.map(([name, value]) => [canonical(name), keptText(headerText(value), MAX_HEADER_CHARACTERS)] as const),
    ),
    elapsed: answer.elapsed,
    sslAge: answer.certificateExpires ? answer.certificateExpires.getTime() - Date.now() : 0,
    content: keptText(answer.body),
    json: kept ?? {},
  };
}

function readsBody({ test, display }: Expectations): boolean {
  return [test, display].some((script) => /\b(?:content|json)\b/.test(chosenScript(script)?.text ?? ''));
}

/** The body beyond what the history keeps. */
function wholeBody(body: string, json: unknown, redact: Redactor): Readonly<Record<string, unknown>> {
  if (body.length > MOST_FOR_SCRIPTS) return {};
  const content = redact.text(body);
  if (content === body) return { content, json };
  try {
    // To look through the text and read it again takes a fraction of the time that a look through every value takes.
    return { content, json: JSON.parse(content) as unknown };
  } catch {
    return { content, json: redact.tree(json) };
  }
}

function headerText(value: string | readonly string[] | undefined): string {
  return typeof value === 'string' ? value : (value ?? []).join(', ');
}

/** `content-type` → `Content-Type`. */
function canonical(name: string): string {
  return keptText(name, 256).replaceAll(/(^|-)[a-z]/g, (start) => start.toUpperCase());
}

function shown(text: string): string {
  return JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text);
}
