import ipaddr from 'ipaddr.js';

type Ip = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * The IPv4 addresses that an IPv6 address carries inside, because a translator, a tunnel or the operating system
 * sends the packets there. Without this `[::ffff:169.254.169.254]` or `[64:ff9b::a9fe:a9fe]` walks round any IPv4 rule.
 */
export function embeddedAddresses(ip: Ip): ipaddr.IPv4[] {
  if (!(ip instanceof ipaddr.IPv6)) return [];
  const parts = ip.parts;
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = parts;
  const last = () => fromWords(g, h);

  if (a === 0 && b === 0 && c === 0 && d === 0) {
    if (e === 0 && f === 0) return g === 0 && h <= 1 ? [] : [last()]; // IPv4-compatible ::a.b.c.d, but not :: and ::1
    if (e === 0 && f === 0xffff) return [last()]; // IPv4-mapped
    if (e === 0xffff && f === 0) return [last()]; // IPv4-translated
  }
  if (a === 0x64 && b === 0xff9b) {
    // Well-known NAT64 prefix; the local-use one (64:ff9b:1::/48) may use the /96 or the /48 layout, so both count.
    return c === 1 ? [last(), fromWords(d, ((e & 0xff) << 8) | (f >> 8))] : [last()];
  }
  if (a === 0x2002) return [fromWords(b, c)]; // 6to4
  if (a === 0x2001 && b === 0) return [fromWords(c, d), fromWords(g ^ 0xffff, h ^ 0xffff)]; // Teredo server and client
  if ((e === 0 || e === 0x200) && f === 0x5efe) return [last()]; // ISATAP
  return [];
}

function fromWords(high: number, low: number): ipaddr.IPv4 {
  return new ipaddr.IPv4([high >> 8, high & 0xff, low >> 8, low & 0xff]);
}
