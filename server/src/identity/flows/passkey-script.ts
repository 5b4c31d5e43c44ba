import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** Where clients that are not our console find the script. */
export const PASSKEY_SCRIPT_PATH = '/.well-known/ory/webauthn.js';

/**
 * For clients that run the `onclick` of a node: it asks the browser for a key, puts the answer as JSON into the hidden field
 * beside the button, and sends the form. Whatever the browser refuses, for example since the person cancelled, is logged
 * there and changes nothing.
 */
const SCRIPT = `(() => {
  'use strict';

  const toBytes = (text) => {
    const padded = text.replaceAll('-', '+').replaceAll('_', '/').padEnd(Math.ceil(text.length / 4) * 4, '=');
    return Uint8Array.from(atob(padded), (letter) => letter.charCodeAt(0));
  };
  const toText = (buffer) => {
    const letters = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join('');
    return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  };
  const withBytes = (keys) => (keys || []).map((key) => ({ ...key, id: toBytes(key.id) }));
  // Some clients hand over what stands in the button's value, as text, and some wrap it as the browser's call does.
  const optionsIn = (given) => {
    const options = typeof given === 'string' ? JSON.parse(given) : given;
    return options.publicKey || options;
  };

  const send = (field, answer) => {
    const input = document.querySelector('input[name="' + field + '"]');
    const trigger = document.querySelector('[name="' + field + '_trigger"]');
    const form = (input || trigger).form || trigger.closest('form');
    // A library that watches its fields hears of the value only this way.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, JSON.stringify(answer));
    input.dispatchEvent(new Event('input', { bubbles: true }));
    // Filled by a password manager, another field must not be taken for what was meant.
    const method = document.createElement('input');
    Object.assign(method, { type: 'hidden', name: 'method', value: field === 'passkey_login' ? 'passkey' : 'webauthn' });
    form.append(method);
    // The other fields of the form belong to other ways to sign in and may stay empty.
    form.noValidate = true;
    form.requestSubmit();
  };

  const create = (field) => async (given) => {
    const options = optionsIn(given);
    try {
      const made = await navigator.credentials.create({
        publicKey: {
          ...options,
          challenge: toBytes(options.challenge),
          user: { ...options.user, id: toBytes(options.user.id) },
          excludeCredentials: withBytes(options.excludeCredentials),
        },
      });
      send(field, {
        id: made.id,
        rawId: toText(made.rawId),
        type: made.type,
        response: {
          clientDataJSON: toText(made.response.clientDataJSON),
          attestationObject: toText(made.response.attestationObject),
          transports: made.response.getTransports ? made.response.getTransports() : [],
        },
      });
    } catch (error) {
      console.error(error);
    }
  };

  const get = (field) => async (given) => {
    const options = optionsIn(given);
    try {
      const signed = await navigator.credentials.get({
        publicKey: {
          ...options,
          challenge: toBytes(options.challenge),
          allowCredentials: withBytes(options.allowCredentials),
        },
      });
      const { userHandle } = signed.response;
      send(field, {
        id: signed.id,
        rawId: toText(signed.rawId),
        type: signed.type,
        response: {
          clientDataJSON: toText(signed.response.clientDataJSON),
          authenticatorData: toText(signed.response.authenticatorData),
          signature: toText(signed.response.signature),
          userHandle: userHandle ? toText(userHandle) : undefined,
        },
      });
    } catch (error) {
      console.error(error);
    }
  };

  window.oryWebAuthnRegistration = create('webauthn_register');
  window.oryWebAuthnLogin = get('webauthn_login');
  window.oryPasskeyLogin = get('passkey_login');
})();
`;

/** Of the script, for `integrity` (Subresource Integrity). */
export const PASSKEY_SCRIPT_INTEGRITY = `sha512-${createHash('sha512').update(SCRIPT).digest('base64')}`;

export function servePasskeyScript(app: FastifyInstance): void {
  app.get(PASSKEY_SCRIPT_PATH, { config: { permission: 'public' } }, async (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      // A page of another origin that checks its integrity may load it: it holds nothing of anybody.
      .header('access-control-allow-origin', '*')
      .header('cache-control', 'public, max-age=300')
      .send(SCRIPT),
  );
}
