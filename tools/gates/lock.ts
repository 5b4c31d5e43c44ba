import { verdict } from './support/gate.ts';
import { listFiles, readJson } from './support/files.ts';

export const name = 'lock';

interface LockEntry {
  readonly version?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const exactVersion = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/;
const dependencyLists = ['dependencies', 'devDependencies', 'optionalDependencies'] as const;

/** The lock file installs the same everywhere: complete for every platform, free of registry addresses, exact versions only. */
export async function run(root: string) {
  const lock = (await readJson(root, 'package-lock.json')) as { packages?: Record<string, LockEntry> } | undefined;
  if (!lock?.packages) return verdict(['package-lock.json: missing or without packages. Run "npm install".']);
  const problems: string[] = [];
  const entries = Object.entries(lock.packages);
  const locked = new Set(
    entries.map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)),
  );
  for (const [path, entry] of entries) {
    for (const [wanted, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (locked.has(wanted)) continue;
      problems.push(
        `package-lock.json: ${path || 'the root'} wants ${wanted} ${version}, which the lock lacks, so "npm ci" fails elsewhere. ` +
          'Pin the newest version whose platform packages are all published.',
      );
    }
    if (!entry.link && entry.resolved !== undefined && /^[a-z+]+:/.test(entry.resolved)) {
      problems.push(
        `package-lock.json: ${path} names a registry address. Run "npm install" with the .npmrc of this project.`,
      );
    }
  }
  return verdict([...problems, ...(await judgeManifests(root))]);
}

async function judgeManifests(root: string): Promise<string[]> {
  const problems: string[] = [];
  for (const file of await listFiles(root)) {
    if (!/(?:^|\/)package\.json$/.test(file)) continue;
    const manifest = (await readJson(root, file)) as Partial<Record<string, Record<string, string>>>;
    for (const list of dependencyLists) {
      for (const [dependency, version] of Object.entries(manifest[list] ?? {})) {
        if (exactVersion.test(version)) continue;
        problems.push(`${file}: ${dependency} is "${version}". Name one exact version, such as "1.2.3".`);
      }
    }
  }
  return problems;
}
