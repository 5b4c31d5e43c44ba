import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { z } from 'zod';

/** What a key does otherwise than it should. */
export interface Misbehaviour {
  readonly challenge?: string;
  readonly origin?: string;
  readonly rpId?: string;
  /** The counter that it says, in place of one more than before. */
  readonly counter?: number;
  readonly skipsUserVerification?: true;
  readonly skipsUserPresence?: true;
  /** Base64url. */
  readonly userHandle?: string;
  /** The kind of call that the browser says it made. */
  readonly type?: string;
  /** Another key signs. */
  readonly signsWith?: KeyObject;
  /** Of a new key: what it says of its maker. */
  readonly attestation?: { readonly format: string; readonly certificate: Uint8Array };
  readonly credentialId?: Buffer;
}

/** A browser with one key in it, made of software; its answers are the JSON that a form sends. */
export interface Authenticator {
  readonly credentialId: Buffer;
  /** `navigator.credentials.create` with the options of a node. */
  create(options: string, how?: Misbehaviour): string;
  /** `navigator.credentials.get` */
  get(options: string, how?: Misbehaviour): string;
}

const CreationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string() }),
  user: z.object({ id: z.string() }),
});
const RequestOptions = z.object({ challenge: z.string(), rpId: z.string() });

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_KEY = 0x40;
const ES256 = -7;

/**
 * @param origin that the browser stands at.
 * @param hasCounter without one the key says 0 for ever, as passkeys that are synchronised do.
 */
export function createAuthenticator(origin: string, { hasCounter = true } = {}): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  let counter = 0;
  let owner = '';

  const clientData = (type: string, challenge: string, how: Misbehaviour) =>
    Buffer.from(
      JSON.stringify({
        type: how.type ?? type,
        challenge: how.challenge ?? challenge,
        origin: how.origin ?? origin,
        crossOrigin: false,
      }),
    );

  function authenticatorData(rpId: string, how: Misbehaviour, key: Buffer = Buffer.alloc(0)): Buffer {
    counter = how.counter ?? counter + (hasCounter ? 1 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const flags =
      (how.skipsUserPresence ? 0 : PRESENT) |
      (how.skipsUserVerification ? 0 : VERIFIED) |
      (key.length > 0 ? HAS_KEY : 0);
    return Buffer.concat([sha256(Buffer.from(how.rpId ?? rpId)), Buffer.from([flags]), count, key]);
  }

  return {
    credentialId,
    create(given, how = {}) {
      const { challenge, rp, user } = CreationOptions.parse(JSON.parse(given));
      owner = user.id;
      const id = how.credentialId ?? credentialId;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const key = Buffer.concat([Buffer.alloc(16), length, id, cosePublicKey(publicKey)]);
      const attestation: [string, Uint8Array | string | Map<string, Uint8Array[]>][] = [
        ['fmt', how.attestation?.format ?? 'none'],
        ['attStmt', new Map(how.attestation ? [['x5c', [how.attestation.certificate]]] : [])],
        ['authData', new Uint8Array(authenticatorData(rp.id, how, key))],
      ];
      return answer(id, {
        clientDataJSON: clientData('webauthn.create', challenge, how).toString('base64url'),
        attestationObject: Buffer.from(isoCBOR.encode(new Map(attestation))).toString('base64url'),
        transports: ['internal', 'something-new'],
      });
    },
    get(given, how = {}) {
      const { challenge, rpId } = RequestOptions.parse(JSON.parse(given));
      const client = clientData('webauthn.get', challenge, how);
      const data = authenticatorData(rpId, how);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), how.signsWith ?? privateKey);
      return answer(how.credentialId ?? credentialId, {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: how.userHandle ?? owner,
      });
    },
  };
}

function answer(id: Buffer, response: object): string {
  const text = id.toString('base64url');
  return JSON.stringify({ id: text, rawId: text, type: 'public-key', response });
}

/** RFC 9052 with the names of RFC 9053: an elliptic curve key, ES256, on P-256. */
function cosePublicKey(key: KeyObject): Uint8Array {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const coordinate = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
  return isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, ES256],
      [-1, 1],
      [-2, coordinate(x)],
      [-3, coordinate(y)],
    ]),
  );
}

function sha256(data: Uint8Array): Buffer {
  return createHash('sha256').update(data).digest();
}
