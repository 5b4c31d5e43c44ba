import { raise, type Raised } from './raised.ts';
import { quoteLiteral } from './writer.ts';

const SPACE = '[ \\t\\n\\r]*';
const NAME = "[A-Za-z0-9_!#$%&'*+.^`|~-]+";
/** What a header can hold: no line break, which would start another one. */
const VALUE = String.raw`([\u0020\u0021\u0023-\u005b\u005d-\u007e\u0080-\u00ff]|\\["\\/t])*`;
const PAIR = String.raw`\{${SPACE}"${NAME}"${SPACE}:${SPACE}"${VALUE}"${SPACE}\}`;
/** A JSON array of objects with one header each. */
const HEADERS = String.raw`^${SPACE}\[${SPACE}(${PAIR}(${SPACE},${SPACE}${PAIR})*${SPACE})?\]${SPACE}$`;
const STATUS = '^[2-5][0-9][0-9]$';

/** SQL of the status that a function has set for the answer; null when it has not. */
export const responseStatus = (): string => setting('response.status', STATUS, 'bad_status');

/** SQL of the headers that a function has set for the answer, as JSON text; null when it has not. */
export const responseHeaders = (): string => setting('response.headers', HEADERS, 'bad_headers');

function setting(name: string, pattern: string, raised: Raised): string {
  const value = `nullif(current_setting('${name}', true), '')`;
  return `case when ${value} is null or ${value} ~ ${quoteLiteral(pattern)} then ${value} else ${raise(raised)} end`;
}
