import { createOutbound } from '@watchroom/outbound';
import { noStoredConnections as connections } from '../../platform/references/testing/no-stored-connections.ts';
import type { Entry } from '../../platform/kinds/validate.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { handClock } from '../../platform/time/testing/hand-clock.ts';
import { runCheck } from '../engine/run-check.ts';
import type { ScriptSubject } from '../engine/script-subject.ts';
import { serveHttp } from '../kinds/support/testing/servers.ts';

const never = new AbortController().signal;

/**
 * Runs an entry once, with its scripts.
 * @param clock stands still without it: however slow the machine is, a script ends by its own limits.
 */
export async function runScripted(type: string, entry: Entry, subject?: ScriptSubject, clock: Clock = handClock()) {
  await using outbound = createOutbound({ userAgent: 'Watchroom/test' });
  return await runCheck({ outbound, connections, clock }, type, { name: 'a', ...entry }, undefined, never, subject);
}

/** Runs an http check against a server that answers with this JSON. */
export async function askScripted(
  body: string,
  scripts: Entry,
  { status = 200, subject }: { readonly status?: number; readonly subject?: ScriptSubject } = {},
) {
  await using server = await serveHttp((_, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(body),
  );
  return await runScripted('http', { url: server.url, ...scripts }, subject);
}
