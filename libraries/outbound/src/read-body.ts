import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';
import { formatBytes, OutboundError, reasonOf, systemCode } from './outbound-error.ts';

export interface BodyLimits {
  maxBytes: number;
  maxRatio: number;
  onTooLarge: 'fail' | 'truncate';
}

export interface BodyReading {
  /** bytes that came over the wire so far */
  received: number;
}

// Below this a high ratio is harmless: a page of blanks compresses 1000:1.
const ratioJudgedFrom = 1024 * 1024;
const maxEncodings = 3;

/**
 * Reads and decodes the body as a stream, so that memory holds no more than `maxBytes` whatever the server sends. Calls
 * exactly one of `done` and `failed`; returns how to stop. The caller destroys the connection.
 */
export function readBody(
  answer: IncomingMessage,
  from: string,
  limits: BodyLimits,
  reading: BodyReading,
  done: (body: Buffer, truncated: boolean) => void,
  failed: (error: OutboundError) => void,
): () => void {
  const chunks: Buffer[] = [];
  const encodings = encodingsOf(answer);
  let decoders: Transform[] | undefined;
  let kept = 0;
  let settled = false;

  function stop(): void {
    settled = true;
    for (const decoder of decoders ?? []) decoder.destroy();
  }

  function fail(error: OutboundError): void {
    if (settled) return;
    stop();
    failed(error);
  }

  function finish(truncated: boolean): void {
    if (settled) return;
    stop();
    done(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, kept), truncated);
  }

  function tooLarge(): void {
    const limit = formatBytes(limits.maxBytes);
    fail(new OutboundError('too_large', `The answer of ${from} is larger than the limit of ${limit}`));
  }

  function keep(chunk: Buffer): void {
    if (settled) return;
    const room = limits.maxBytes - kept;
    if (chunk.length > room) {
      if (limits.onTooLarge === 'fail') return tooLarge();
      // A copy, since a slice of a large chunk would keep all of it in memory.
      chunks.push(Buffer.from(chunk.subarray(0, room)));
      kept += room;
      return finish(true);
    }
    kept += chunk.length;
    chunks.push(chunk);
    if (decoders !== undefined && kept > ratioJudgedFrom && kept > limits.maxRatio * reading.received) {
      fail(
        new OutboundError(
          'ratio',
          `The answer of ${from} unpacks to more than ${limits.maxRatio} times its size; it looks like a decompression bomb`,
        ),
      );
    }
  }

  function startDecoding(first: Buffer): Transform[] {
    const built = encodings.map((encoding) => createDecoder(encoding, first));
    built.forEach((decoder, i) => {
      decoder.on('error', (error) => {
        const what = `The answer of ${from} is not valid ${encodings[i] ?? ''}: ${reasonOf(error)}`;
        fail(new OutboundError('bad_response', what, { detail: systemCode(error), cause: error }));
      });
      const next = built[i + 1];
      if (next === undefined) decoder.on('data', keep).on('end', () => finish(false));
      else decoder.pipe(next);
    });
    built[0]?.on('drain', () => answer.resume());
    return built;
  }

  const announced = Number(answer.headers['content-length'] ?? Number.NaN);
  const hasBody = answer.statusCode !== 204 && answer.statusCode !== 304;
  if (encodings.length === 0 && hasBody && announced > limits.maxBytes && limits.onTooLarge === 'fail') {
    // Refused before a byte is read; a HEAD answer only announces and ends by itself.
    if (!isHead(answer)) {
      tooLarge();
      return stop;
    }
  }

  answer.on('data', (chunk: Buffer) => {
    if (settled) return;
    reading.received += chunk.length;
    if (encodings.length === 0) return keep(chunk);
    try {
      decoders ??= startDecoding(chunk);
      if (decoders[0]?.write(chunk) === false) answer.pause();
    } catch (error) {
      // Thrown in a listener it would end the process.
      fail(new OutboundError('bad_response', `${from} sent a body that cannot be decoded`, { cause: error }));
    }
  });
  answer.once('end', () => {
    if (decoders === undefined) finish(false);
    else decoders[0]?.end();
  });
  answer.once('error', (error) => {
    const size = Number.isNaN(announced) ? '' : ` of ${formatBytes(announced)}`;
    const so = `after ${formatBytes(reading.received)}${size} of its answer`;
    const isParse = systemCode(error).startsWith('HPE_');
    const what = isParse ? `${from} sent something that is not HTTP` : `${from} closed the connection`;
    fail(new OutboundError('bad_response', `${what} ${so}`, { detail: systemCode(error), cause: error }));
  });
  return stop;
}

function encodingsOf(answer: IncomingMessage): string[] {
  const given = answer.headers['content-encoding'];
  if (given === undefined) return [];
  const names = given
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  // Unknown or absurd encodings are handed over as they are; applied last means undone first.
  if (names.length > maxEncodings || names.some((name) => !decoderKinds.has(name))) return [];
  return names.reverse();
}

/** A map and no object: the name comes from the target, and every object has a `constructor`. */
const decoderKinds: ReadonlyMap<string, (first: Buffer) => Transform> = new Map<string, (first: Buffer) => Transform>([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['br', () => createBrotliDecompress()],
  // 8 MiB is the largest window that HTTP allows (RFC 9659); the default would let a server make us allocate 128 MiB.
  ['zstd', () => createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: 23 } })],
  // "deflate" should have the zlib header, but many servers send the bare stream.
  ['deflate', (first: Buffer) => (((first[0] ?? 0) & 0x0f) === 8 ? createInflate() : createInflateRaw())],
]);

function createDecoder(encoding: string, first: Buffer): Transform {
  const create = decoderKinds.get(encoding);
  if (create === undefined) throw new OutboundError('bad_response', `Nothing decodes ${encoding}`);
  return create(first);
}

function isHead(answer: IncomingMessage): boolean {
  return 'req' in answer && (answer.req as { method?: string }).method === 'HEAD';
}
