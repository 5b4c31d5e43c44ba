import { createHash } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createAuthenticator } from '../testing/authenticator.ts';
import { PASSKEY_SCRIPT_INTEGRITY, PASSKEY_SCRIPT_PATH, servePasskeyScript } from './passkey-script.ts';

const app = Fastify();
let script = '';

beforeAll(async () => {
  servePasskeyScript(app);
  script = (await app.inject(PASSKEY_SCRIPT_PATH)).body;
});
afterAll(() => app.close());

const base64url = (bytes: ArrayBuffer) => Buffer.from(bytes).toString('base64url');
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64url')).buffer;

/** What the script needs of a page with one form, with a key of software behind `navigator.credentials`. */
function openPage(refuses = false) {
  const key = createAuthenticator('https://watch.example.com');
  const sent: Record<string, string>[] = [];
  const errors: unknown[] = [];
  class Field {
    name = '';
    stored = '';
    form: unknown = null;
    get value() {
      return this.stored;
    }
    set value(text: string) {
      this.stored = text;
    }
    dispatchEvent() {
      return true;
    }
  }
  const fields: Field[] = [];
  const form = {
    noValidate: false,
    append: (field: Field) => void fields.push(field),
    requestSubmit() {
      if (form.noValidate) sent.push(Object.fromEntries(fields.map(({ name, value }) => [name, value])));
    },
  };
  const field = (name: string) => fields.push(Object.assign(new Field(), { name, form }));
  field('webauthn_register');
  field('passkey_login');
  const call =
    (answer: (options: string) => string) =>
    async ({ publicKey }: { publicKey: CredentialOptions }) => {
      if (refuses) throw new Error('cancelled');
      const made = Made.parse(JSON.parse(answer(JSON.stringify(asText(publicKey)))));
      const { transports, ...response } = made.response;
      return {
        ...made,
        rawId: bytesOf(made.rawId),
        response: {
          ...Object.fromEntries(Object.entries(response).map(([name, text]) => [name, bytesOf(text)])),
          getTransports: () => transports,
        },
      };
    };
  const window: Record<string, (options: unknown) => Promise<void>> = {};
  runInNewContext(script, {
    window,
    atob,
    btoa,
    Event,
    HTMLInputElement: Field,
    console: { error: (error: unknown) => errors.push(error) },
    document: {
      querySelector: (selector: string) => fields.find(({ name }) => selector.endsWith(`[name="${name}"]`)) ?? null,
      createElement: () => new Field(),
    },
    navigator: { credentials: { create: call(key.create), get: call(key.get) } },
  });
  return { window, key, sent, errors };
}

interface CredentialOptions {
  readonly challenge: Uint8Array<ArrayBuffer>;
  readonly user?: { readonly id: Uint8Array<ArrayBuffer> };
}
const Made = z.looseObject({
  rawId: z.string(),
  response: z.object({ transports: z.array(z.string()).optional() }).catchall(z.string()),
});

function asText({ challenge, user, ...others }: CredentialOptions) {
  return {
    ...others,
    challenge: base64url(challenge.buffer),
    ...(user ? { user: { id: base64url(user.id.buffer) } } : {}),
  };
}

const creation = { challenge: '-_8A', rp: { id: 'watch.example.com' }, user: { id: 'AQID', name: 'ada' } };

describe('the script for clients that run `onclick`', () => {
  it('is served as JavaScript under the integrity that nodes name', async () => {
    const answer = await app.inject(PASSKEY_SCRIPT_PATH);
    expect(answer.headers['content-type']).toMatch(/^text\/javascript/);
    expect(PASSKEY_SCRIPT_INTEGRITY).toBe(`sha512-${createHash('sha512').update(answer.rawPayload).digest('base64')}`);
  });

  it('makes a key, puts the answer into the hidden field, and sends the form as that method', async () => {
    const { window, sent, key } = openPage();
    await window['oryWebAuthnRegistration']?.(creation);
    expect(sent).toMatchObject([{ method: 'webauthn', passkey_login: '' }]);
    const answer = Made.parse(JSON.parse(sent[0]?.['webauthn_register'] ?? ''));
    expect(answer.rawId).toBe(key.credentialId.toString('base64url'));
    const client: unknown = JSON.parse(Buffer.from(answer.response['clientDataJSON'] ?? '', 'base64url').toString());
    expect(client).toMatchObject({ type: 'webauthn.create', challenge: '-_8A' });
  });

  it('signs with a key, from options as text or wrapped too', async () => {
    for (const options of [
      JSON.stringify({ challenge: 'AAAA', rpId: 'watch.example.com' }),
      { publicKey: { challenge: 'AAAA', rpId: 'watch.example.com' } },
    ]) {
      const { window, sent } = openPage();
      await window['oryPasskeyLogin']?.(options);
      expect(sent).toMatchObject([{ method: 'passkey', webauthn_register: '' }]);
      const answer = Made.parse(JSON.parse(sent[0]?.['passkey_login'] ?? ''));
      expect(Object.keys(answer.response).toSorted()).toEqual([
        'authenticatorData',
        'clientDataJSON',
        'signature',
        'userHandle',
      ]);
    }
  });

  it('sends nothing where the browser refuses, and says so in its console', async () => {
    const { window, sent, errors } = openPage(true);
    await window['oryWebAuthnRegistration']?.(creation);
    expect(sent).toEqual([]);
    expect(errors).toHaveLength(1);
  });
});
