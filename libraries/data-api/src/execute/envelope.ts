import { refuse } from '../errors.ts';
import type { Row } from './batch.ts';
import { type BodyFrame, ENVELOPE_COLUMNS, type Envelope, type Statement } from './statement.ts';

/** Characters that are gathered as texts, before they become bytes outside of the heap. */
const PIECE = 64 * 1024;

/** Reads what a statement gives, row by row. */
export interface EnvelopeReader {
  /** @throws DataApiError when the body grows beyond what its frame allows. */
  onRow(row: Row): void;
  /** @throws Error when it was not what a statement of this library gives. */
  end(): Envelope;
}

export function readEnvelope({ frame }: Statement): EnvelopeReader {
  const body = frame && new Body(frame);
  let told: Row | undefined;
  return {
    onRow(row) {
      const [text = null] = row;
      const isPiece = row.length === 1 || row[ROWS] === null;
      if (body && !told && isPiece) return body.add(text);
      if (told || row.length !== ENVELOPE_COLUMNS.length) throw new Error('The statement gave no envelope.');
      told = row;
    },
    end() {
      if (!told) {
        if (!body) throw new Error('The statement gave no envelope.');
        return { ...NOTHING, ...body.end(), rows: body.rows };
      }
      const [text = null, rows, total, key = null, inserted, status = null, headers = null] = told;
      return {
        ...(body ? body.end() : { body: text }),
        rows: Number(rows),
        total: numberOf(total),
        key,
        inserted: numberOf(inserted),
        status,
        headers,
      };
    },
  };
}

const ROWS = ENVELOPE_COLUMNS.indexOf('rows');
const NOTHING = { total: null, key: null, inserted: null, status: null, headers: null } as const;
const numberOf = (text: string | null | undefined) => (text == null ? null : Number(text));

/** A body that is put together without ever being in memory twice. */
class Body {
  rows = 0;
  readonly #frame: BodyFrame;
  readonly #pieces: Buffer[] = [];
  #text: string;
  #bytes = 0;
  #isEmpty = true;

  constructor(frame: BodyFrame) {
    this.#frame = frame;
    this.#text = frame.before;
  }

  add(text: string | null): void {
    const { isOne, isHeaded, between, maxRows } = this.#frame;
    this.rows += 1;
    if (maxRows !== undefined && this.rows > maxRows) throw tooManyRows(maxRows);
    if (text === null || (isOne && !this.#isEmpty)) return;
    this.#text += this.#isEmpty && !isHeaded ? text : between + text;
    this.#isEmpty = false;
    if (this.#text.length >= PIECE) this.#store();
  }

  end(): Pick<Envelope, 'body' | 'bytes'> {
    if (this.#frame.isOne && this.#isEmpty) return { body: null };
    this.#text += this.#frame.after;
    if (this.#pieces.length === 0) {
      if (this.#text.length * 3 > this.#frame.maxBytes) this.#check(Buffer.byteLength(this.#text));
      return { body: this.#text };
    }
    this.#store();
    return { body: null, bytes: Buffer.concat(this.#pieces.splice(0)) };
  }

  #store(): void {
    const piece = Buffer.from(this.#text);
    this.#text = '';
    this.#bytes += piece.length;
    this.#check(this.#bytes);
    this.#pieces.push(piece);
  }

  #check(bytes: number): void {
    const { maxBytes } = this.#frame;
    if (bytes <= maxBytes) return;
    this.#pieces.length = 0;
    throw tooManyBytes(maxBytes);
  }
}

export const tooManyRows = (most: number) =>
  refuse.tooManyRows(`The answer has more than the limit of ${most} rows`, {
    hint: 'Page through it with limit and offset, or with a filter on an ordered column.',
  });

export const tooManyBytes = (most: number) =>
  refuse.overLimit(`The answer is larger than the limit of ${most} bytes`, {
    hint: 'Select fewer columns, or page through it with limit and offset.',
  });

/** A body as text, for what has to be read or sent back to the database. */
export function bodyText({ body, bytes }: Pick<Envelope, 'body' | 'bytes'>): string | null {
  return bytes ? Buffer.from(bytes).toString() : body;
}
