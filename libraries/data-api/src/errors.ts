/** The error body of the dialect. */
export interface ErrorBody {
  readonly code: string;
  readonly message: string;
  /** A list for the choices of what is ambiguous. */
  readonly details: ErrorDetails | null;
  readonly hint: string | null;
}

type ErrorDetails = string | readonly object[];

interface ErrorMore {
  readonly details?: ErrorDetails;
  readonly hint?: string;
  readonly cause?: unknown;
}

/** An answer that says no. Codes and statuses are PostgREST's, or PostgreSQL's where the database refused. */
export class DataApiError extends Error {
  override name = 'DataApiError';
  readonly status: number;
  readonly code: string;
  readonly details: ErrorDetails | null;
  readonly hint: string | null;

  constructor(status: number, code: string, message: string, more: ErrorMore = {}) {
    super(message, 'cause' in more ? { cause: more.cause } : undefined);
    this.status = status;
    this.code = code;
    this.details = more.details ?? null;
    this.hint = more.hint ?? null;
  }

  body(): ErrorBody {
    return { code: this.code, message: this.message, details: this.details, hint: this.hint };
  }
}

type Make = (message: string, more?: ErrorMore) => DataApiError;
const define =
  (status: number, code: string): Make =>
  (message, more) =>
    new DataApiError(status, code, message, more);

/** One maker per code (PostgREST's documentation, "Errors"). */
export const refuse = {
  /** Nobody waits for the answer. The status is only for logs. */
  abandoned: define(499, 'PGRST003'),
  /** A function is called by another method than GET, HEAD and POST. */
  badCallMethod: define(405, 'PGRST101'),
  /** The query string does not parse; the message names parameter and place. */
  badQuery: define(400, 'PGRST100'),
  /** The body is not what the method takes. */
  badBody: define(400, 'PGRST102'),
  /** Offset or range outside what there is or can be. */
  badRange: define(416, 'PGRST103'),
  badPutFilters: define(405, 'PGRST105'),
  unknownSchema: define(406, 'PGRST106'),
  unknownMediaType: define(406, 'PGRST107'),
  /** A parameter names an embed that `select` lacks. */
  notEmbedded: define(400, 'PGRST108'),
  badResponseHeaders: define(500, 'PGRST111'),
  badResponseStatus: define(500, 'PGRST112'),
  putWithLimit: define(400, 'PGRST114'),
  putMismatch: define(400, 'PGRST115'),
  /** An object was asked for and there are none or several rows. */
  notOneRow: define(406, 'PGRST116'),
  methodNotAllowed: define(405, 'PGRST117'),
  orderByToMany: define(400, 'PGRST118'),
  notNullFilterOnEmbed: define(400, 'PGRST120'),
  badPreferences: define(400, 'PGRST122'),
  aggregatesDisabled: define(400, 'PGRST123'),
  tooManyAffected: define(400, 'PGRST124'),
  unknownPath: define(404, 'PGRST125'),
  openApiDisabled: define(404, 'PGRST126'),
  notImplemented: define(400, 'PGRST127'),
  /** `Prefer: max-affected` for a function that gives no set. */
  maxAffectedOfNoSet: define(400, 'PGRST128'),
  unknownRelationship: define(400, 'PGRST200'),
  /** Details list the choices. */
  ambiguousRelationship: define(300, 'PGRST201'),
  unknownFunction: define(404, 'PGRST202'),
  ambiguousFunction: define(300, 'PGRST203'),
  /** A column of the body or of `columns`. */
  unknownBodyColumn: define(400, 'PGRST204'),
  unknownRelation: define(404, 'PGRST205'),
  /** An order of groups by what is no group. PostgreSQL's own code. */
  notGrouped: define(400, '42803'),
  /** A column of select, filter or order: none of that name that the caller may see. PostgreSQL's own code. */
  unknownColumn: define(400, '42703'),
  unknownType: define(400, '42704'),
  /** 401 when nobody is signed in, which the HTTP layer decides. */
  notAllowed: define(403, '42501'),
  /** An update or delete without a filter; the code is that of the `pg-safeupdate` extension. */
  unfiltered: define(400, '21000'),
  /** A stated limit of the server: the message says which. */
  overLimit: define(400, 'PGRST900'),
  tooManyRows: define(400, 'PGRST901'),
  /** The caller's other requests are to end first. */
  tooManyAtOnce: define(429, 'PGRST902'),
} as const;
