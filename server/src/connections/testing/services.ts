import { expect } from 'vitest';
import type { Entry } from '../../platform/kinds/validate.ts';
import { type Asked, serveStandIn } from './stand-in.ts';
import { stepsOf, tryEntry } from './try-entry.ts';

/** The secret of every entry below, with characters that change in addresses and in JSON. */
export const SECRET = 'hunter2/"Straße&+';
export const ENCODED = encodeURIComponent(SECRET);
export const basic = (user: string) => `Basic ${Buffer.from(`${user}:${SECRET}`).toString('base64')}`;

/** A service that is asked something harmless, and what its real API documents as answers. */
export interface Service {
  readonly type: string;
  readonly entry: Entry;
  readonly host: string;
  /** `GET /path` */
  readonly asks: string;
  /** Whether the credentials came where they belong. Not asked of services that take none when they are tested. */
  accepts?(asked: Asked): boolean;
  readonly answer: object;
  /** The text that the passed step shows. */
  readonly tells: string;
  readonly refusal: { readonly status: number; readonly body: unknown };
  readonly refused: string;
}

const ALL_STEPS = ['Name lookup', 'Connect', 'TLS', 'Answer', 'Sign in'];

export async function passes({ type, entry, host, asks, accepts, answer, tells, refusal }: Service): Promise<void> {
  await using service = await serveStandIn(host, (asked) =>
    asked.what === asks && (accepts?.(asked) ?? true) ? { body: answer } : refusal,
  );
  const tested = await tryEntry(type, entry, service);
  expect(tested.message).toBe('ok');
  expect(stepsOf(tested)).toEqual(ALL_STEPS);
  expect(tested.steps.at(-1)?.detail).toContain(tells);
  expect(service.asked).toHaveLength(1);
  expect(JSON.stringify(tested)).not.toContain('hunter2');
}

/** The real refusal is told; and whatever a server sends back, no secret is. */
export async function isRefused({ type, entry, host, refusal, refused }: Service): Promise<void> {
  await using service = await serveStandIn(host, () => refusal);
  const tested = await tryEntry(type, entry, service);
  expect([tested.passed, tested.message]).toEqual([false, refused]);
  expect(stepsOf(tested)).toEqual([...ALL_STEPS.slice(0, -1), 'Sign in failed']);
  await using echo = await serveStandIn(host, (asked) => ({ status: 400, body: { message: JSON.stringify(asked) } }));
  const echoed = JSON.stringify(await tryEntry(type, entry, echo));
  for (const form of ['hunter2', ENCODED, Buffer.from(SECRET).toString('base64').slice(0, 12)])
    expect(echoed).not.toContain(form);
}

/** An answer of another program at that address, and one that never comes. */
export async function isOther({ type, entry, host }: Service): Promise<void> {
  for (const body of ['<!doctype html><title>Sign in</title>', '{', '[]', 'null', { ok: true }]) {
    await using other = await serveStandIn(host, () => ({ body }));
    const tested = await tryEntry(type, entry, other);
    expect([tested.passed, tested.message]).toEqual([
      false,
      expect.stringContaining('does not answer as this service'),
    ]);
  }
  const arrived = Promise.withResolvers<void>();
  await using silent = await serveStandIn(host, () => {
    arrived.resolve();
    return undefined;
  });
  const late = await tryEntry(type, entry, { outbound: silent.outbound, ends: arrived.promise });
  expect([stepsOf(late).at(-1), late.message]).toEqual(['Answer failed', 'No result within 10 s']);
}
