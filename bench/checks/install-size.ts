import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Size {
  readonly bytes: number;
  readonly packages: number;
}

interface LockedPackage {
  readonly dev?: boolean;
  readonly link?: boolean;
}

/** What the lock file's packages weigh on this disk: all of them, and those that running needs. */
export function installedSize(root: string): { readonly all: Size; readonly production: Size } {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const installed = Object.entries(lock.packages)
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.link && existsSync(join(root, path)))
    .map(([path, entry]) => ({ isNeeded: !entry.dev, bytes: sizeOf(join(root, path)) }));
  const sum = (packages: readonly { bytes: number }[]) => ({
    bytes: packages.reduce((total, { bytes }) => total + bytes, 0),
    packages: packages.length,
  });
  return { all: sum(installed), production: sum(installed.filter(({ isNeeded }) => isNeeded)) };
}

/** Packages inside the package count for themselves. */
function sizeOf(path: string): number {
  return readdirSync(path, { withFileTypes: true }).reduce((total, entry) => {
    if (entry.isDirectory()) return entry.name === 'node_modules' ? total : total + sizeOf(join(path, entry.name));
    return total + lstatSync(join(path, entry.name)).size;
  }, 0);
}
