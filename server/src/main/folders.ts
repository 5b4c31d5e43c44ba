import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

/** Where the SQL of this program lies. */
export const DATABASE_FOLDER = join(root, 'database');

/** Where the built console lies. */
export const CONSOLE_FOLDER = join(root, 'console/dist');
