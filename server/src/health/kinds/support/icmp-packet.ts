import { randomBytes } from 'node:crypto';

export type Family = 4 | 6;

/** Random bytes by which a reply is matched: an id and a sequence number could be guessed, and the kernel rewrites ids. */
const TOKEN_BYTES = 16;
const HEADER_BYTES = 8;
const PAYLOAD_BYTES = 56;

export interface EchoRequest {
  readonly packet: Buffer;
  /** Hexadecimal. */
  readonly token: string;
}

/** An echo request (RFC 792, RFC 4443) with 56 bytes of payload, as ping sends it. */
export function echoRequest(family: Family, id: number, sequence: number): EchoRequest {
  const packet = Buffer.alloc(HEADER_BYTES + PAYLOAD_BYTES);
  const token = randomBytes(TOKEN_BYTES);
  packet[0] = family === 4 ? 8 : 128;
  packet.writeUInt16BE(id & 0xffff, 4);
  packet.writeUInt16BE(sequence & 0xffff, 6);
  token.copy(packet, HEADER_BYTES);
  // For ICMPv6 the kernel fills the checksum in, since it covers addresses that only it knows.
  if (family === 4) packet.writeUInt16BE(checksum(packet), 2);
  return { packet, token: token.toString('hex') };
}

/**
 * The token of an echo reply; undefined when the packet is anything else.
 * @param packet as the socket gave it; IPv4 sockets may put the IP header in front.
 */
export function replyToken(family: Family, packet: Buffer): string | undefined {
  const start = family === 4 && (packet[0] ?? 0) >> 4 === 4 ? ((packet[0] ?? 0) & 0x0f) * 4 : 0;
  if (packet.length < start + HEADER_BYTES + TOKEN_BYTES || packet[start] !== (family === 4 ? 0 : 129))
    return undefined;
  return packet.toString('hex', start + HEADER_BYTES, start + HEADER_BYTES + TOKEN_BYTES);
}

function checksum(packet: Buffer): number {
  let sum = 0;
  for (let at = 0; at < packet.length; at += 2) sum += packet.readUInt16BE(at);
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16);
  return ~sum & 0xffff;
}
