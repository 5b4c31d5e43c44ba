import { createHash } from 'node:crypto';
import { StringDecoder } from 'node:string_decoder';
import { TransferError } from './format.ts';

export interface NumberedLine {
  /** Counted from 1. */
  readonly number: number;
  readonly text: string;
  /** SHA-256 in hex of all lines before this one. */
  digestBefore(): string;
}

/** Cuts bytes into lines, as they come. @throws TransferError when the last line does not end: the file was cut off. */
export async function* linesOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<NumberedLine> {
  const hash = createHash('sha256');
  const decoder = new StringDecoder('utf8');
  // A line of many megabytes arrives in many pieces, which are joined once.
  let open: string[] = [];
  let number = 0;
  for await (const chunk of bytes) {
    const parts = decoder.write(chunk).split('\n');
    const last = parts.pop() ?? '';
    for (const part of parts) {
      const text = open.join('') + part;
      open = [];
      number += 1;
      yield { number, text, digestBefore: () => hash.copy().digest('hex') };
      hash.update(`${text}\n`);
    }
    if (last !== '') open.push(last);
  }
  if (open.length > 0 || decoder.end() !== '') throw new TransferError(`the file is cut off after line ${number}.`);
}
