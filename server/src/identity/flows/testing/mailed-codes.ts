import type { Flow } from '@watchroom/contract/identity';
import { randomUUID } from 'node:crypto';
import { createTestDatabase } from '../../../../testkit/database.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { FlowAnswer, FlowBrowser } from '../../testing/flow-browser.ts';
import { createPerson, type IdentityServer, serveIdentity } from '../../testing/identity-server.ts';

type CodeFlow = 'recovery' | 'verification';

/** Where the links of its mails lead. */
export const LINK_BASE = 'https://watch.example.com';
export const PASSWORD = 'correct horse battery';

/** A flow in which a code was asked for. */
export interface Asked {
  readonly browser: FlowBrowser;
  readonly flow: Flow;
  readonly answer: FlowAnswer;
  /** Sends a code in it. */
  type(code: string): Promise<FlowAnswer>;
}

export interface ReadMail {
  readonly kind: string;
  readonly body: string;
  readonly code: string;
  readonly token: string;
}

/** A server, people, and their mails read from the outbox. */
export interface MailedCodes extends AsyncDisposable {
  readonly server: IdentityServer;
  readonly database: Database;
  /** From an address of its own, so that no limit reaches from one case into the next. */
  openBrowser(): FlowBrowser;
  newPerson(state?: string): Promise<{ id: string; email: string }>;
  /** Newest first. */
  mailsTo(email: string): Promise<readonly ReadMail[]>;
  /** Begins a flow and asks for a code. */
  ask(email: string, kind?: CodeFlow, browser?: FlowBrowser): Promise<Asked>;
  /** Asks and reads the mail. */
  askAndRead(email: string, kind?: CodeFlow): Promise<Asked & ReadMail>;
  /** Opens the link of a mail in a browser that knows nothing of it. */
  openLink(token: string, kind?: CodeFlow): Promise<{ browser: FlowBrowser; answer: FlowAnswer }>;
}

export async function serveMailedCodes(): Promise<MailedCodes> {
  const test = await createTestDatabase();
  const { database } = test;
  const server = await serveIdentity(database, { accounts: { linkBase: () => LINK_BASE } });
  let browsers = 0;

  const codes: MailedCodes = {
    server,
    database,
    openBrowser() {
      browsers += 1;
      return server.openBrowser(`198.51.${Math.floor(browsers / 250)}.${1 + (browsers % 250)}`);
    },
    async newPerson(state = 'active') {
      const email = `${randomUUID()}@example.com`;
      const id = await createPerson(database, { email, password: PASSWORD });
      await database.query('update identity.identities set state = $2 where id = $1', [id, state]);
      return { id, email };
    },
    async mailsTo(email) {
      const found = await database.query<{ kind: string; body: string }>(
        'select kind, body from identity.mails where recipient = $1 order by id desc',
        [email],
      );
      return found.rows.map(({ kind, body }) => ({
        kind,
        body,
        code: /^ +(\d{6})$/m.exec(body)?.[1] ?? '',
        token: /\?token=([\w-]+)/.exec(body)?.[1] ?? '',
      }));
    },
    async ask(email, kind = 'recovery', browser = codes.openBrowser()) {
      const { body: flow } = await browser.begin(kind);
      const answer = await browser.submit(flow, { method: 'code', email });
      return { browser, flow, answer, type: (code) => browser.submit(flow, { method: 'code', code }) };
    },
    async askAndRead(email, kind) {
      const asked = await codes.ask(email, kind);
      const [mail] = await codes.mailsTo(email);
      if (!mail) throw new Error('no mail was queued');
      return { ...asked, ...mail };
    },
    async openLink(token, kind = 'recovery') {
      const browser = codes.openBrowser();
      const { body: flow } = await browser.begin(kind);
      return { browser, answer: await browser.submit(flow, {}, `token=${token}`) };
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await test[Symbol.asyncDispose]();
    },
  };
  return codes;
}

/** A code that is not this one. */
export function wrongFor(code: string): string {
  return code === '000000' ? '111111' : '000000';
}

export function flowIn(answer: FlowAnswer): Flow {
  return answer.body as unknown as Flow;
}

/** The numbers of the sentences that a flow shows. */
export function textIds(answer: FlowAnswer): number[] {
  return flowIn(answer).ui.messages?.map(({ id }) => id) ?? [];
}
