import type { HttpAnswer } from '@watchroom/outbound';
import { CatalogueError } from '../../../platform/http/errors.ts';
import type { AskKratos } from './reach.ts';
import { askJson } from './reach.ts';
import { identityAnswer, readKratos, reasonOf, recoveryAnswer, sessionsAnswer } from './wire.ts';

/** How long an invited person has, as Kratos writes it. */
const INVITATION_LIFE = '168h';
const MOST_SESSIONS = 250;

interface Traits {
  readonly email: string;
  readonly name: { readonly first: string; readonly last: string };
}

/** What administrators need of the admin API. @throws CatalogueError from each of them; `unavailable` where it does not answer. */
export interface KratosAdmin {
  /** @returns the id of the identity. @throws CatalogueError conflict: "User already exists". */
  create(traits: Traits): Promise<string>;
  /** What the person opens to choose how to sign in, once. */
  createRecovery(id: string): Promise<{ link: string; code: string | undefined; expiresAt: Date | undefined }>;
  update(id: string, traits: Traits, state: 'active' | 'inactive'): Promise<void>;
  /** That there is none is no error. */
  remove(id: string): Promise<void>;
  listSessions(id: string): Promise<ReturnType<typeof sessionsAnswer.parse>>;
  endSession(sessionId: string): Promise<void>;
  endSessionsOf(id: string): Promise<void>;
}

export function createKratosAdmin(ask: AskKratos): KratosAdmin {
  const recover = (path: string, id: string) =>
    askJson(ask, 'POST', path, { identity_id: id, expires_in: INVITATION_LIFE });
  return {
    async create(traits) {
      const body = { schema_id: 'default', state: 'active', traits };
      const answer = await askJson(ask, 'POST', '/admin/identities', body);
      if (answer.status !== 201) throw refusal(answer);
      return readKratos(identityAnswer, answer).id;
    },
    async createRecovery(id) {
      let answer = await recover('/admin/recovery/code', id);
      // The method of codes is switched off: that of links may be on.
      if (answer.status === 404) answer = await recover('/admin/recovery/link', id);
      if (answer.status !== 200 && answer.status !== 201) throw refusal(answer);
      const { recovery_link: link, recovery_code: code, expires_at: expiresAt } = readKratos(recoveryAnswer, answer);
      return { link, code, expiresAt };
    },
    async update(id, traits, state) {
      const answer = await askJson(ask, 'PATCH', `/admin/identities/${id}`, [
        { op: 'add', path: '/traits/email', value: traits.email },
        { op: 'add', path: '/traits/name', value: traits.name },
        { op: 'replace', path: '/state', value: state },
      ]);
      if (answer.status === 404)
        throw new CatalogueError('conflict', 'Ory Kratos has no such account any more. Delete the user here, too.');
      if (answer.status !== 200) throw refusal(answer);
    },
    remove: async (id) => mayBeGone(await askJson(ask, 'DELETE', `/admin/identities/${id}`)),
    async listSessions(id) {
      const path = `/admin/identities/${id}/sessions?active=true&page_size=${MOST_SESSIONS}`;
      const answer = await askJson(ask, 'GET', path);
      if (answer.status === 404) return [];
      if (answer.status !== 200) throw refusal(answer);
      return readKratos(sessionsAnswer, answer);
    },
    endSession: async (sessionId) => mayBeGone(await askJson(ask, 'DELETE', `/admin/sessions/${sessionId}`)),
    endSessionsOf: async (id) => mayBeGone(await askJson(ask, 'DELETE', `/admin/identities/${id}/sessions`)),
  };
}

function mayBeGone(answer: HttpAnswer): void {
  if (answer.status !== 204 && answer.status !== 404) throw refusal(answer);
}

function refusal(answer: HttpAnswer): CatalogueError {
  const { status } = answer;
  const reason = reasonOf(answer);
  if (status === 409) {
    const sentence = 'User already exists';
    return new CatalogueError('conflict', sentence, { fields: { email: sentence } });
  }
  if (status === 400)
    return new CatalogueError('invalid_input', `Ory Kratos refused this: ${reason ?? 'it gave no reason'}.`);
  return new CatalogueError(
    'unavailable',
    `The admin API of Ory Kratos answered with status ${status}. Look whether WATCHROOM_KRATOS_ADMIN_URL leads to it.`,
  );
}
