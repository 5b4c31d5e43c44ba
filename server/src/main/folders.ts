import { join } from 'node:path';

/** The folder of this program. */
export const ROOT_FOLDER = join(import.meta.dirname, '../../..');

/** Where the SQL of this program lies. */
export const DATABASE_FOLDER = join(ROOT_FOLDER, 'database');

/** Where the built console lies. */
export const CONSOLE_FOLDER = join(ROOT_FOLDER, 'console/dist');

/** Where the colours of both schemes stand. */
export const THEME_FILE = join(ROOT_FOLDER, 'libraries/ui/src/theme.css');
