import { CatalogueError } from '../../platform/http/errors.ts';

const UNIQUE_VIOLATION = '23505';

/**
 * Awaits a write of a person's email, which the database compares with everybody's.
 * @throws CatalogueError conflict when it belongs to somebody else.
 */
export async function unlessTaken<Result>(write: Promise<Result>): Promise<Result> {
  try {
    return await write;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION)) throw error;
    const sentence = 'User already exists';
    throw new CatalogueError('conflict', sentence, { fields: { email: sentence }, cause: error });
  }
}
