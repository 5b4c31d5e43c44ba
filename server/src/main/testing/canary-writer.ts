import { expect } from 'vitest';
import type { CallerName, DataApiServer } from './data-api-server.ts';

interface Canary extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly spec: { readonly http: readonly object[] };
}

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly fields?: object;
}

const shown = { prefer: 'return=representation' };

/** A spec with a check of each name. */
export const specOf = (...names: readonly string[]) => ({
  schedule: '@every 1h',
  http: names.map((name) => ({
    name,
    url: 'http://a.example/',
    password: { value: 'hush' },
    username: { value: 'ann' },
  })),
});

export interface CanaryWriter {
  /** The rows of an answer, which must be 201 for a POST and 200 for others unless `status` is said. */
  write(
    method: string,
    url: string,
    body: object,
    options?: { readonly status?: number; readonly headers?: Record<string, string>; readonly caller?: CallerName },
  ): Promise<readonly Canary[]>;
  make(name?: string, ...checks: readonly string[]): Promise<Canary>;
  /** What a refused request is told; it must have what the clients of the wire contract show. */
  refusal(
    method: string,
    url: string,
    body?: object,
    caller?: CallerName,
    headers?: Record<string, string>,
  ): Promise<Refusal>;
  /** Names of the checks that are alive, with whether they are scheduled. */
  checks(): Promise<readonly object[]>;
}

/** Writes canaries through the data API, as the editor unless another caller is named. */
export function canaryWriter({ ask, database }: DataApiServer): CanaryWriter {
  const write: CanaryWriter['write'] = async (method, url, body, options = {}) => {
    const { status = method === 'POST' ? 201 : 200, headers = shown, caller = 'editor' } = options;
    const answer = await ask(caller, method, url, { body, headers });
    expect([answer.status, answer.text]).toEqual([status, answer.text]);
    return answer.body as readonly Canary[];
  };
  return {
    write,
    async make(name = 'one', ...checks) {
      const spec = specOf(...(checks.length > 0 ? checks : ['page']));
      const [made] = await write('POST', 'canaries', { name, spec });
      if (!made) throw new Error('nothing was written');
      return made;
    },
    async refusal(method, url, body, caller = 'editor', headers = shown) {
      const answer = await ask(caller, method, url, { ...(body ? { body } : {}), headers });
      const refused = answer.body as Omit<Refusal, 'status'> & { readonly error?: string };
      expect(refused.error ?? refused.message).toMatch(/\S/);
      return { status: answer.status, ...refused };
    },
    async checks() {
      const found = await database.query(
        `select c.name, s.due_at is not null as due from health.checks c left join health.check_states s on s.check_id = c.id
         where c.deleted_at is null order by c.name`,
      );
      return found.rows;
    },
  };
}
