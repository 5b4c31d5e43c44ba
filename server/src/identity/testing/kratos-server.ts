import { createTestDatabase, type TestDatabase } from '../../../testkit/database.ts';
import { createKratosProvider } from '../providers/kratos/kratos.ts';
import { handClock, type IdentityServer, serveIdentity } from './identity-server.ts';
import type { FakeIdentity } from './kratos-answers.ts';
import { type FakeKratos, startFakeKratos } from './kratos-recording.ts';

export interface KratosServer extends AsyncDisposable {
  readonly server: IdentityServer;
  readonly kratos: FakeKratos;
  readonly database: TestDatabase['database'];
  /** Status and body of `GET /api/auth/whoami`. */
  whoAmI(headers: Record<string, string>, from?: string): ReturnType<IdentityServer['send']>;
  /** Makes an identity, lets it come once, and gives it a role. @returns it, and the header of its session. */
  come(email: string, role?: string): Promise<FakeIdentity & { readonly cookie: string }>;
  /** The one row of a statement. */
  row(sql: string, values?: readonly unknown[]): Promise<Readonly<Record<string, unknown>> | undefined>;
}

interface Options {
  readonly adminEmail?: string;
  readonly withoutAdminApi?: boolean;
  readonly patience?: number;
  readonly publicUrl?: string;
  readonly trustedProxies?: readonly string[];
}

/** The HTTP server of this room whose accounts are in a fake Kratos, on a database of its own. */
export async function serveWithKratos(options: Options = {}): Promise<KratosServer> {
  const test = await createTestDatabase();
  const kratos = await startFakeKratos();
  const { publicUrl, trustedProxies } = options;
  const server = await serveIdentity(test.database, {
    clock: handClock(),
    ...(publicUrl === undefined ? {} : { publicUrl }),
    ...(trustedProxies === undefined ? {} : { trustedProxies }),
    openProvider: (context) =>
      createKratosProvider(context, {
        publicUrl: `${kratos.publicUrl}/`,
        adminUrl: options.withoutAdminApi ? undefined : kratos.adminUrl,
        adminEmail: options.adminEmail,
        ...(options.patience === undefined ? {} : { patience: options.patience }),
      }),
  });
  const { database } = test;
  const whoAmI = (headers: Record<string, string>, from = '203.0.113.1') =>
    server.send({ method: 'GET', url: '/api/auth/whoami', headers, from });
  return {
    server,
    kratos,
    database,
    whoAmI,
    async come(email, role) {
      const identity = kratos.person(email);
      const { cookie } = kratos.signIn(identity);
      await whoAmI({ cookie });
      if (role !== undefined)
        await database.query('insert into identity.person_roles (person_id, role) values ($1, $2)', [
          identity.id,
          role,
        ]);
      return Object.assign(identity, { cookie });
    },
    async row(sql, values) {
      const { rows } = await database.query(sql, values);
      if (rows.length > 1) throw new Error('There is more than one row.');
      return rows[0];
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await kratos[Symbol.asyncDispose]();
      await test[Symbol.asyncDispose]();
    },
  };
}
