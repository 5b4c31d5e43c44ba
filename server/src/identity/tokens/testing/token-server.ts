import type { CreatedToken, TokenRow, TokenScope } from '@watchroom/contract/identity';
import type { Database } from '../../../platform/database/database.ts';
import { createSession } from '../../sessions.ts';
import { createPerson, type IdentityServer, serveIdentity } from '../../testing/identity-server.ts';

export const MINE = '/api/v1/identity/tokens';
export const PASSWORD = 'correct horse';

type Headers = Readonly<Record<string, string>>;
type Answer = Awaited<ReturnType<IdentityServer['send']>>;

/** The room behind the real HTTP server with one editor, ann@example.com, who is signed in. */
export interface TokenServer extends AsyncDisposable {
  readonly server: IdentityServer;
  readonly ann: string;
  /** Her session. */
  readonly cookie: string;
  /** A session of anybody; its cookie as a header. */
  signIn(person: string, level?: 'aal1' | 'aal2'): Promise<{ cookie: string }>;
  get(url: string, headers?: Headers): Promise<Answer>;
  remove(url: string, headers?: Headers): Promise<Answer>;
  /** Asks for a token; what is absent is right. */
  create(input: object, headers?: Headers): Promise<Answer>;
  /** The same, which must succeed. */
  make(scope?: TokenScope, more?: object): Promise<CreatedToken>;
  /** Does something that canaries:write is needed for. */
  write(headers: Headers, from?: string): Promise<Answer>;
  listed(url?: string, headers?: Headers): Promise<readonly TokenRow[]>;
}

/** Removes everybody from the database first. */
export async function startTokenServer(database: Database): Promise<TokenServer> {
  await database.query('delete from identity.attempts; delete from identity.people');
  const server = await serveIdentity(database);
  const ann = await createPerson(database, { email: 'ann@example.com', password: PASSWORD, roles: ['editor'] });
  const signIn = async (person: string, level: 'aal1' | 'aal2' = 'aal1') => {
    const origin = { userAgent: null, address: null };
    const token = await createSession(database, server.clock, person, origin, { level, methods: [] });
    return { cookie: `watchroom_session=${token}` };
  };
  const hers = await signIn(ann);
  const get = (url: string, headers: Headers = hers) => server.send({ method: 'GET', url, headers });
  const create = (input: object, headers: Headers = hers) =>
    server.send({ method: 'POST', url: MINE, body: { name: 'script', scope: 'editor', days: 30, ...input }, headers });
  return {
    server,
    ann,
    ...hers,
    signIn,
    get,
    remove: (url, headers = hers) => server.send({ method: 'DELETE', url, headers }),
    create,
    async make(scope = 'editor', more = {}) {
      const { status, body } = await create({ scope, ...more });
      if (status !== 201) throw new Error(JSON.stringify(body));
      return body as unknown as CreatedToken;
    },
    write: (headers, from = '203.0.113.1') => server.send({ method: 'POST', url: '/guarded', headers, from }),
    listed: async (url = MINE, headers = hers) => (await get(url, headers)).body as unknown as readonly TokenRow[],
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

export function bearer(token: string): { authorization: string } {
  return { authorization: `Bearer ${token}` };
}
