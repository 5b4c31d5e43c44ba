import { createHmac, randomBytes } from 'node:crypto';
import { md4 } from './md4.ts';

const SIGNATURE = Buffer.from('NTLMSSP\0', 'latin1');
// Unicode, request target, NTLM, always sign, extended session security, target info, 128 and 56 bit (MS-NLMP 2.2.2.5).
const FLAGS = 0x1 | 0x4 | 0x200 | 0x8000 | 0x80000 | 0x800000 | 0x20000000;
const AV_END = 0;
const AV_TIMESTAMP = 7;
const HEADER_BYTES = 64;
// 100 ns steps between the years 1601 and 1970.
const EPOCH_STEPS = 116_444_736_000_000_000n;

export interface NtlmLogin {
  /** `DOMAIN\user`, `user@domain` or `user`. */
  readonly username: string;
  readonly password: string;
}

export interface NtlmChallenge {
  /** 8 bytes. */
  readonly challenge: Buffer;
  /** The server's list of attributes, as it is. */
  readonly targetInfo: Buffer;
}

/** The first message: what the client can do. */
export function negotiateMessage(): Buffer {
  const message = Buffer.alloc(32);
  SIGNATURE.copy(message);
  message.writeUInt32LE(1, 8);
  message.writeUInt32LE(FLAGS, 12);
  return message;
}

/** Reads the server's second message; undefined when it is none. */
export function readChallenge(message: Buffer): NtlmChallenge | undefined {
  if (message.length < 48 || !message.subarray(0, 8).equals(SIGNATURE) || message.readUInt32LE(8) !== 2)
    return undefined;
  const offset = message.readUInt32LE(44);
  const targetInfo = message.subarray(offset, offset + message.readUInt16LE(40));
  return { challenge: message.subarray(24, 32), targetInfo };
}

/** The third message: the proof that the client knows the password, by NTLMv2. */
export function authenticateMessage(login: NtlmLogin, server: NtlmChallenge): Buffer {
  const { domain, user } = accountOf(login.username);
  const key = ntlmV2Key(user, domain, login.password);
  const sent = timestampIn(server.targetInfo);
  const nonce = randomBytes(8);
  const nt = ntResponse(key, server, nonce, sent ?? now());
  // A server that sends its time wants no LM response beside the NT one (MS-NLMP 3.1.5.1.2).
  const lm = sent ? Buffer.alloc(24) : lmResponse(key, server.challenge, nonce);
  const fields = [lm, nt, utf16(domain), utf16(user), Buffer.alloc(0), Buffer.alloc(0)];

  const header = Buffer.alloc(HEADER_BYTES);
  SIGNATURE.copy(header);
  header.writeUInt32LE(3, 8);
  let offset = HEADER_BYTES;
  for (const [index, field] of fields.entries()) {
    header.writeUInt16LE(field.length, 12 + index * 8);
    header.writeUInt16LE(field.length, 14 + index * 8);
    header.writeUInt32LE(offset, 16 + index * 8);
    offset += field.length;
  }
  header.writeUInt32LE(FLAGS, 60);
  return Buffer.concat([header, ...fields]);
}

/** `NTOWFv2` of MS-NLMP 3.3.2. */
export function ntlmV2Key(user: string, domain: string, password: string): Buffer {
  return hmacMd5(md4(utf16(password)), utf16(user.toUpperCase() + domain));
}

/** The NT response of MS-NLMP 3.3.2: 16 bytes of proof and what they prove. */
export function ntResponse(key: Buffer, server: NtlmChallenge, nonce: Buffer, time: Buffer): Buffer {
  const start = Buffer.from([1, 1, 0, 0, 0, 0, 0, 0]);
  const blob = Buffer.concat([start, time, nonce, Buffer.alloc(4), server.targetInfo, Buffer.alloc(4)]);
  return Buffer.concat([hmacMd5(key, Buffer.concat([server.challenge, blob])), blob]);
}

/** The LMv2 response of MS-NLMP 3.3.2. */
export function lmResponse(key: Buffer, challenge: Buffer, nonce: Buffer): Buffer {
  return Buffer.concat([hmacMd5(key, Buffer.concat([challenge, nonce])), nonce]);
}

function timestampIn(targetInfo: Buffer): Buffer | undefined {
  for (let at = 0; at + 4 <= targetInfo.length; ) {
    const id = targetInfo.readUInt16LE(at);
    const length = targetInfo.readUInt16LE(at + 2);
    if (id === AV_END) return undefined;
    if (id === AV_TIMESTAMP && length === 8 && at + 12 <= targetInfo.length)
      return targetInfo.subarray(at + 4, at + 12);
    at += 4 + length;
  }
  return undefined;
}

function now(): Buffer {
  const time = Buffer.alloc(8);
  time.writeBigUInt64LE(BigInt(Date.now()) * 10_000n + EPOCH_STEPS);
  return time;
}

function accountOf(username: string): { domain: string; user: string } {
  const slash = username.indexOf('\\');
  return slash < 0
    ? { domain: '', user: username }
    : { domain: username.slice(0, slash), user: username.slice(slash + 1) };
}

function utf16(text: string): Buffer {
  return Buffer.from(text, 'utf16le');
}

function hmacMd5(key: Buffer, data: Buffer): Buffer {
  return createHmac('md5', key).update(data).digest();
}
