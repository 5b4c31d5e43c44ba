import { createHmac, randomBytes } from 'node:crypto';
import { CatalogueError } from '../../../platform/http/errors.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { type AskKratos, askJson } from './reach.ts';
import { identityOf, type KratosIdentity, readKratos, whoAmIAnswer } from './wire.ts';

/** ms: a session that ends in Kratos ends here after this time at the latest. */
const KNOWN_FOR = 5_000;
const MOST_KNOWN = 10_000;
/** Nobody signed in, a second factor missing, and how other versions say the latter. */
const NOBODY: readonly number[] = [401, 403, 422];

/** A session that lets its owner in now, on the level that Kratos asks of him. */
export interface KratosSession {
  readonly id: string;
  readonly identity: KratosIdentity;
  readonly authenticatedAt: Date | undefined;
}

interface Known {
  readonly cookie: string;
  readonly session: KratosSession;
  /** On the monotonic clock. */
  readonly until: number;
}

export interface KratosSessions {
  /**
   * The session of a cookie, as Kratos said at most five seconds ago. A refusal is not remembered: the same cookie is good as
   * soon as the second factor is given.
   * @param meet called once for each answer of Kratos, before anybody gets it.
   * @throws CatalogueError unavailable, and what `meet` throws.
   */
  find(cookie: string, meet: (session: KratosSession) => Promise<void>): Promise<KratosSession | undefined>;
  /** Asks Kratos whether a session that was found before is live. @throws CatalogueError unavailable. */
  isLive(sessionId: string): Promise<boolean>;
  forget(cookie: string): void;
  /** The next request of each of this person's sessions asks anew. */
  forgetPerson(personId: string): void;
}

export function createKratosSessions(ask: AskKratos, clock: Clock): KratosSessions {
  const key = randomBytes(32);
  // Cookies are looked up by a keyed hash: how long a comparison takes says nothing of those of others.
  const known = new Map<string, Known>();
  const ids = new Map<string, string>();
  const underway = new Map<string, Promise<KratosSession | undefined>>();
  const digestOf = (cookie: string) => createHmac('sha256', key).update(cookie).digest('base64');

  function drop(digest: string): void {
    const entry = known.get(digest);
    known.delete(digest);
    if (entry && ids.get(entry.session.id) === digest) ids.delete(entry.session.id);
  }

  function remember(digest: string, entry: Known): void {
    drop(digest);
    const oldest = known.size >= MOST_KNOWN ? known.keys().next().value : undefined;
    if (oldest !== undefined) drop(oldest);
    known.set(digest, entry);
    ids.set(entry.session.id, digest);
  }

  /** Questions about one cookie that come together are one. */
  function askOnce(cookie: string, meet: (session: KratosSession) => Promise<void>) {
    const digest = digestOf(cookie);
    const running =
      underway.get(digest) ??
      (async () => {
        const asked = clock.monotonic();
        const session = await askWhoAmI(ask, { cookie });
        if (!session) {
          drop(digest);
          return undefined;
        }
        await meet(session);
        remember(digest, { cookie, session, until: asked + KNOWN_FOR });
        return session;
      })().finally(() => underway.delete(digest));
    underway.set(digest, running);
    return running;
  }

  return {
    async find(cookie, meet) {
      const entry = known.get(digestOf(cookie));
      return entry && entry.until > clock.monotonic() ? entry.session : askOnce(cookie, meet);
    },
    async isLive(sessionId) {
      const entry = known.get(ids.get(sessionId) ?? '');
      return entry !== undefined && (await askOnce(entry.cookie, async () => undefined))?.id === sessionId;
    },
    // Open streams still find the cookie of their session.
    forget(cookie) {
      const digest = digestOf(cookie);
      underway.delete(digest);
      const entry = known.get(digest);
      if (entry) known.set(digest, { ...entry, until: 0 });
    },
    forgetPerson(personId) {
      for (const [digest, entry] of known)
        if (entry.session.identity.id === personId) known.set(digest, { ...entry, until: 0 });
    },
  };
}

/** The session of a cookie or a session token; undefined where it lets nobody in. @throws CatalogueError unavailable. */
export async function askWhoAmI(
  ask: AskKratos,
  headers: Readonly<Record<string, string>>,
): Promise<KratosSession | undefined> {
  const answer = await askJson(ask, 'GET', '/sessions/whoami', undefined, headers);
  if (NOBODY.includes(answer.status)) return undefined;
  if (answer.status !== 200)
    throw new CatalogueError('unavailable', `The accounts (Ory Kratos) answered with status ${answer.status}.`);
  const session = readKratos(whoAmIAnswer, answer);
  if (session.active === false || (session.identity.state ?? 'active') !== 'active') return undefined;
  return { id: session.id, identity: identityOf(session.identity), authenticatedAt: session.authenticated_at };
}
