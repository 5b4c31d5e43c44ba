import { isIP } from 'node:net';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { COSEALG, decodeAttestationObject, isoBase64URL, isoCBOR } from '@simplewebauthn/server/helpers';
import { z } from 'zod';
import type { IdentityAccount } from '../../../identities.ts';
import type { Step } from '../../method.ts';
import { flowBytes } from './flow-bytes.ts';
import { type Passkey, TRANSPORTS } from './passkey-rows.ts';

/** Long enough to fetch the key or the phone, in milliseconds. */
const TIMEOUT = 300_000;
const CHALLENGE_LENGTH = 32;
/** What every key and every version of Node knows without experiments. */
const ALGORITHMS = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256];

const Answer = z.object({ id: z.string().max(2_000), rawId: z.string(), type: z.literal('public-key') });
const RegistrationAnswer = Answer.extend({
  response: z.object({
    clientDataJSON: z.string(),
    attestationObject: z.string(),
    transports: z.array(z.string()).catch([]),
  }),
});
const AuthenticationAnswer = Answer.extend({
  response: z.object({
    clientDataJSON: z.string(),
    authenticatorData: z.string(),
    signature: z.string(),
    userHandle: z.string().nullish(),
  }),
});

/** A key that was just made, not stored yet. */
export type NewPasskey = Omit<Passkey, 'id' | 'personId' | 'name' | 'createdAt'>;

/** What a key signed, with a signature that is right; its counter is still to be judged. */
export interface Assertion {
  readonly counter: number;
  readonly verifiedUser: boolean;
}

/**
 * The name that keys are bound to: the host under which the browser knows this server. WATCHROOM_URL decides it where it is
 * set; keys that were made under another name no longer work.
 */
function relyingParty(step: Step): { readonly id: string; readonly origin: string } {
  const { hostname, origin } = new URL(step.origin);
  return { id: hostname, origin };
}

/** Browsers use keys on https and on the machine itself only, and never for a bare address. */
export function browserHasPasskeys({ origin }: Step): boolean {
  const { protocol, hostname } = new URL(origin);
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return true;
  return protocol === 'https:' && isIP(hostname.replaceAll(/[[\]]/g, '')) === 0;
}

/** Bytes by which a key knows its owner: those of the person's id, which say nothing about him. */
function userHandle(personId: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(personId.replaceAll('-', ''), 'hex'));
}

const challengeOf = (step: Step, method: string) => flowBytes(step, method, CHALLENGE_LENGTH);
const allowed = (keys: readonly Passkey[]) =>
  keys.map(({ credentialId, transports }) => ({
    id: credentialId.toString('base64url'),
    transports: [...transports],
  }));

/** Options of `navigator.credentials.create`, as JSON. */
export async function creationOptions(
  step: Step,
  method: string,
  account: IdentityAccount,
  own: readonly Passkey[],
): Promise<string> {
  const options = await generateRegistrationOptions({
    rpName: 'Watchroom',
    rpID: relyingParty(step).id,
    userID: userHandle(account.personId),
    userName: account.email,
    userDisplayName: account.name,
    challenge: challengeOf(step, method),
    timeout: TIMEOUT,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: allowed(own),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
  return JSON.stringify(options);
}

/**
 * Options of `navigator.credentials.get`, as JSON.
 * @param keys those that are asked for; none: the person chooses among those that his device has.
 */
export async function requestOptions(
  step: Step,
  method: string,
  keys: readonly Passkey[],
  userVerification: 'required' | 'preferred',
): Promise<string> {
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(step).id,
    challenge: challengeOf(step, method),
    timeout: TIMEOUT,
    allowCredentials: allowed(keys),
    userVerification,
  });
  return JSON.stringify(options);
}

/** The key in a browser's answer to {@link creationOptions}; undefined for whatever is wrong with it. */
export async function readNewPasskey(step: Step, method: string, sent: string): Promise<NewPasskey | undefined> {
  const parsed = RegistrationAnswer.safeParse(parseJson(sent));
  if (!parsed.success) return undefined;
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(step);
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: withoutAttestation(parsed.data),
      expectedChallenge: isoBase64URL.fromBuffer(challengeOf(step, method)),
      expectedOrigin,
      expectedRPID,
      supportedAlgorithmIDs: ALGORITHMS,
      requireUserVerification: false,
    });
    if (!verified) return undefined;
    const { credential, userVerified } = registrationInfo;
    return {
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: TRANSPORTS.filter((transport) => parsed.data.response.transports.includes(transport)),
      verifiesUser: userVerified,
    };
  } catch {
    return undefined;
  }
}

/**
 * Nobody asked who made the key, so nobody reads it. The library would: it follows addresses in certificates that a client
 * sends along, and a client must not choose whom this server talks to.
 */
function withoutAttestation({ response, ...answer }: z.infer<typeof RegistrationAnswer>): RegistrationResponseJSON {
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject)).get('authData');
  const plain = isoCBOR.encode(
    new Map<string, string | Uint8Array | Map<string, string>>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]),
  );
  const { clientDataJSON } = response;
  return {
    ...answer,
    response: { clientDataJSON, attestationObject: isoBase64URL.fromBuffer(plain) },
    clientExtensionResults: {},
  };
}

/** A browser's answer to {@link requestOptions}, not judged yet. */
export interface GivenAssertion {
  readonly credentialId: Buffer;
  /** Id of the person whom the key names as its owner. */
  readonly owner: string | undefined;
  readonly answer: AuthenticationResponseJSON;
}

export function readAssertion(sent: string): GivenAssertion | undefined {
  const parsed = AuthenticationAnswer.safeParse(parseJson(sent));
  if (!parsed.success) return undefined;
  const { userHandle: handle, ...response } = parsed.data.response;
  return {
    credentialId: Buffer.from(parsed.data.id, 'base64url'),
    owner: handle ? Buffer.from(handle, 'base64url').toString('hex') : undefined,
    answer: { ...parsed.data, response, clientExtensionResults: {} },
  };
}

/**
 * Whether the key says to be this person's.
 * @param askedFor the person whose keys were asked for by name: such a key may leave out whose it is (WebAuthn, 7.2).
 */
export function isOwnedBy({ owner }: GivenAssertion, personId: string, askedFor: string | undefined): boolean {
  return owner === undefined ? personId === askedFor : owner === personId.replaceAll('-', '');
}

/** Judges challenge, origin, name and signature; undefined when any of them is wrong. */
export async function verifyAssertion(
  step: Step,
  method: string,
  key: Passkey,
  { answer }: GivenAssertion,
): Promise<Assertion | undefined> {
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(step);
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer,
      expectedChallenge: isoBase64URL.fromBuffer(challengeOf(step, method)),
      expectedOrigin,
      expectedRPID,
      requireUserVerification: false,
      credential: {
        id: key.credentialId.toString('base64url'),
        publicKey: new Uint8Array(key.publicKey),
        // Compared where it is stored, in one step and after the signature.
        counter: 0,
      },
    });
    if (!verified) return undefined;
    return { counter: authenticationInfo.newCounter, verifiedUser: authenticationInfo.userVerified };
  } catch {
    return undefined;
  }
}

function parseJson(sent: string): unknown {
  try {
    return JSON.parse(sent);
  } catch {
    return undefined;
  }
}
