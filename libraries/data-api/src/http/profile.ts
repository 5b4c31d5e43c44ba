import type { FastifyRequest } from 'fastify';
import { refuse } from '../errors.ts';
import { shown } from '../request/cursor.ts';

/**
 * The schema that a request is about: `Accept-Profile` of a read, `Content-Profile` of a write, else the first.
 *
 * @throws DataApiError PGRST106 when it is not exposed.
 */
export function schemaOf({ method, headers }: FastifyRequest, exposed: readonly string[]): string {
  const header = ['GET', 'HEAD', 'OPTIONS'].includes(method) ? 'accept-profile' : 'content-profile';
  const sent = headers[header];
  const asked = sent === undefined ? undefined : fromHeader(String(sent));
  const name = exposed.find((schema) => schema === (asked ?? exposed[0]));
  if (name !== undefined) return name;
  throw refuse.unknownSchema(`Invalid schema: ${shown(String(asked))}`, {
    hint: `Only the following schemas are exposed: ${exposed.join(', ')}`,
  });
}

/** A name as a header holds it: its bytes in UTF-8, one character each. */
export const toHeader = (name: string): string => Buffer.from(name, 'utf8').toString('latin1');
const fromHeader = (text: string): string => Buffer.from(text, 'latin1').toString('utf8');
