import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/** A certificate and its key as PEM text. */
export interface Identity {
  cert: string;
  key: string;
}

interface CertificateWish {
  name: string;
  /** DNS names and IPv4 addresses it is for */
  names?: readonly string[];
  from?: Date;
  to?: Date;
  authority?: Identity;
  isAuthority?: boolean;
}

const dayLength = 86_400_000;

/** Makes an X.509 certificate by hand, so that tests need no program and can have one that has expired. */
export function createCertificate(wish: CertificateWish): Identity {
  const { from = new Date(Date.now() - dayLength), to = new Date(Date.now() + dayLength), authority } = wish;
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const signer = authority === undefined ? pair.privateKey : createPrivateKey(authority.key);
  const issuer = authority === undefined ? wish.name : 'test authority';
  const body = sequence(
    explicit(0, integer(2)),
    integer(Math.floor(Math.random() * 1e9) + 1),
    ecdsaWithSha256,
    distinguishedName(issuer),
    sequence(time(from), time(to)),
    distinguishedName(wish.name),
    pair.publicKey.export({ type: 'spki', format: 'der' }),
    explicit(3, sequence(...extensions(wish))),
  );
  const der = sequence(body, ecdsaWithSha256, bitString(signBody(body, signer)));
  const lines = der.toString('base64').replaceAll(/.{64}(?=.)/g, '$&\n');
  return { cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`, key };
}

export function createAuthority(): Identity {
  return createCertificate({ name: 'test authority', isAuthority: true });
}

function signBody(body: Buffer, key: KeyObject): Buffer {
  return sign('sha256', body, key);
}

function extensions(wish: CertificateWish): Buffer[] {
  const list: Buffer[] = [];
  if (wish.isAuthority === true)
    list.push(sequence(oid(85, 29, 19), octetString(sequence(tlv(0x01, Buffer.from([0xff]))))));
  if (wish.names === undefined) return list;
  const names = wish.names.map((name) =>
    /^[\d.]+$/.test(name) ? tlv(0x87, Buffer.from(name.split('.').map(Number))) : tlv(0x82, Buffer.from(name)),
  );
  return [...list, sequence(oid(85, 29, 17), octetString(sequence(...names)))];
}

function tlv(tag: number, content: Buffer): Buffer {
  const length =
    content.length < 128
      ? [content.length]
      : content.length < 256
        ? [0x81, content.length]
        : [0x82, content.length >> 8, content.length & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

function sequence(...parts: Buffer[]): Buffer {
  return tlv(0x30, Buffer.concat(parts));
}

function integer(value: number): Buffer {
  const bytes = Buffer.alloc(5);
  bytes.writeUInt32BE(value, 1);
  const start = bytes.findIndex((byte, i) => i === 4 || byte !== 0 || (bytes[i + 1] ?? 0) >= 128);
  return tlv(0x02, bytes.subarray(start));
}

// Arcs in their encoded form: the first byte holds two arcs.
function oid(...bytes: number[]): Buffer {
  return tlv(0x06, Buffer.from(bytes));
}

const ecdsaWithSha256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));

function distinguishedName(name: string): Buffer {
  return sequence(tlv(0x31, sequence(oid(85, 4, 3), tlv(0x0c, Buffer.from(name)))));
}

function time(date: Date): Buffer {
  return tlv(
    0x18,
    Buffer.from(
      date
        .toISOString()
        .replace(/\.\d+Z$/, 'Z')
        .replace(/[-:T]/g, ''),
    ),
  );
}

function octetString(content: Buffer): Buffer {
  return tlv(0x04, content);
}

function bitString(content: Buffer): Buffer {
  return tlv(0x03, Buffer.concat([Buffer.from([0]), content]));
}

function explicit(tag: number, content: Buffer): Buffer {
  return tlv(0xa0 + tag, content);
}
