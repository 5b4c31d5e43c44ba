const rotate = (value: number, bits: number): number => (value << bits) | (value >>> (32 - bits));

// Per round: the mixing function, its constant, the order of the words and the four rotations (RFC 1320, section 3.4).
const ROUNDS = [
  {
    mix: (x: number, y: number, z: number) => (x & y) | (~x & z),
    constant: 0,
    order: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    shifts: [3, 7, 11, 19],
  },
  {
    mix: (x: number, y: number, z: number) => (x & y) | (x & z) | (y & z),
    constant: 0x5a827999,
    order: [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15],
    shifts: [3, 5, 9, 13],
  },
  {
    mix: (x: number, y: number, z: number) => x ^ y ^ z,
    constant: 0x6ed9eba1,
    order: [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15],
    shifts: [3, 9, 11, 15],
  },
] as const;

/** The MD4 digest, which NTLM needs and OpenSSL 3 no longer has. Broken as a hash: for nothing else. */
export function md4(message: Uint8Array): Buffer {
  const padded = Buffer.alloc(Math.ceil((message.length + 9) / 64) * 64);
  padded.set(message);
  padded[message.length] = 0x80;
  padded.writeBigUInt64LE(BigInt(message.length) * 8n, padded.length - 8);

  let state: [number, number, number, number] = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476];
  for (let block = 0; block < padded.length; block += 64) {
    let [a, b, c, d] = state;
    for (const { mix, constant, order, shifts } of ROUNDS) {
      for (const [step, word] of order.entries()) {
        const sum = (a + mix(b, c, d) + padded.readUInt32LE(block + word * 4) + constant) | 0;
        [a, b, c, d] = [d, rotate(sum, shifts[step % 4] ?? 0), b, c];
      }
    }
    state = [(state[0] + a) | 0, (state[1] + b) | 0, (state[2] + c) | 0, (state[3] + d) | 0];
  }
  const digest = Buffer.alloc(16);
  for (const [index, word] of state.entries()) digest.writeInt32LE(word | 0, index * 4);
  return digest;
}
