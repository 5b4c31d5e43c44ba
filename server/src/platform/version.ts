import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const manifest: { version: string } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));

/** Version of this program. */
export const VERSION = manifest.version;
