const HEADER = 12;
const ANSWER_FLAGS = 0x8180;
const QUERY_FLAGS = 0x0100;
const IPV4 = 1;

/** A question for the IPv4 address of a name. */
export function dnsQuery(id: number, name: string): Buffer {
  const header = Buffer.alloc(HEADER);
  header.writeUInt16BE(id, 0);
  header.writeUInt16BE(QUERY_FLAGS, 2);
  header.writeUInt16BE(1, 4);
  const labels = name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]));
  return Buffer.concat([header, ...labels, Buffer.from([0, 0, IPV4, 0, IPV4])]);
}

/** Answers any question with 127.0.0.1. */
export function dnsAnswer(query: Buffer): Buffer {
  let end = HEADER;
  while (query[end]) end += (query[end] ?? 0) + 1;
  const question = query.subarray(HEADER, end + 5);
  const header = Buffer.alloc(HEADER);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(ANSWER_FLAGS, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(1, 6);
  // A pointer to the name of the question, type, class, an hour to live, four bytes of address.
  const record = Buffer.from([0xc0, HEADER, 0, IPV4, 0, IPV4, 0, 0, 0x0e, 0x10, 0, 4, 127, 0, 0, 1]);
  return Buffer.concat([header, question, record]);
}
