import type { Flow } from '@watchroom/contract/identity';
import { Secret, TOTP } from 'otpauth';
import type { FlowAnswer, FlowBrowser } from './flow-browser.ts';
import { createPerson, type IdentityServer } from './identity-server.ts';

const PASSWORD = 'a long enough password';
export const HALF_A_MINUTE = 30_000;

export interface SignedIn {
  readonly id: string;
  readonly email: string;
  /** Signed in with the password, and with all that was set up in it since. */
  readonly browser: FlowBrowser;
}

/** People for tests of second factors, each at an address of his own for the limits. */
export interface SecondFactorPeople {
  /** A new person, signed in. */
  signedIn(): Promise<SignedIn>;
  /** Another browser of a person, signed in with the password alone. */
  halfSignedIn(person: SignedIn): Promise<FlowBrowser>;
  /** Sets up an authenticator app; the code that confirms is over when it is done. @returns its secret. */
  setUpTotp(person: SignedIn): Promise<string>;
  /** The code that an app with this secret shows now, or at another time. */
  codeOf(secret: string, at?: number): string;
}

export function secondFactorPeople(server: IdentityServer): SecondFactorPeople {
  let addresses = 0;
  const openBrowser = () => {
    addresses += 1;
    return server.openBrowser(`198.51.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`);
  };
  const signIn = async (browser: FlowBrowser, email: string) => {
    const { status } = await browser.signIn(email, PASSWORD);
    if (status !== 200) throw new Error(`the password was answered with ${status}`);
    return browser;
  };
  const codeOf = (secret: string, at = server.clock.now()) =>
    TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: at });
  return {
    codeOf,
    async signedIn() {
      const email = `person${addresses}@example.com`;
      const id = await createPerson(server.context.database, { email, password: PASSWORD, roles: ['viewer'] });
      return { id, email, browser: await signIn(openBrowser(), email) };
    },
    halfSignedIn: ({ email }) => signIn(openBrowser(), email),
    async setUpTotp({ browser }) {
      const { body: flow } = await browser.begin('settings');
      const secret = textOf(flow, 'totp_secret_key');
      const { status } = await browser.submit(flow, { method: 'totp', totp_code: codeOf(secret) });
      if (status !== 200) throw new Error(`the authenticator app was answered with ${status}`);
      server.clock.forward(HALF_A_MINUTE);
      return secret;
    },
  };
}

/** The flow in an answer that shows one. */
export function flowIn({ body }: FlowAnswer): Flow {
  return body as unknown as Flow;
}

/** What a text node shows; empty where it is not there. */
export function textOf(flow: Flow, id: string): string {
  return textIn(flow, id)?.text ?? '';
}

export function textIn({ ui }: Flow, id: string) {
  const node = ui.nodes.find(({ attributes }) => attributes.node_type === 'text' && attributes.id === id);
  return node?.attributes.node_type === 'text' ? node.attributes.text : undefined;
}

/** What the audit log tells of failed second factors of a person, oldest first. */
export async function failedSecondFactors({ context }: IdentityServer, personId: string): Promise<readonly object[]> {
  const found = await context.database.query<{ after: object }>(
    `select after from platform.audit_log where row_id = $1 and action = 'second_factor_failed' order by at`,
    [personId],
  );
  return found.rows.map(({ after }) => after);
}
