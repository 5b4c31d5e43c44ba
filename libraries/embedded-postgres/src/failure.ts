/**
 * Why a server could not be started:
 * - `in_use`: another process holds the folder; `other_major`, `other_owner`: the folder was made by another PostgreSQL major or operating-system user;
 * - `unsupported_platform`: no build of PostgreSQL runs here; `unreachable_folder`: the folder or the binaries cannot be read or written;
 * - `no_user`: PostgreSQL refuses to run as this user and there is no other; `start_failed`: everything else, with the server's own last lines.
 */
export type EmbeddedPostgresErrorCode =
  | 'in_use'
  | 'other_major'
  | 'other_owner'
  | 'unsupported_platform'
  | 'unreachable_folder'
  | 'start_failed'
  | 'no_user';

/** An error whose message is a sentence for the operator: what failed, where, and what to do. */
export class EmbeddedPostgresError extends Error {
  readonly code: EmbeddedPostgresErrorCode;

  constructor(code: EmbeddedPostgresErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EmbeddedPostgresError';
    this.code = code;
  }
}

/** The `code` of a Node system error (`ENOENT`, `EACCES`, ...), undefined for anything else. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
