import { verdict } from './support/gate.ts';
import { readJson } from './support/files.ts';

export const name = 'licences';

const exceptionsFile = 'tools/gates/licences.json';

const allowed = new Set([
  'MIT',
  'MIT-0',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MPL-2.0',
  '0BSD',
  'Unlicense',
  'BlueOak-1.0.0',
  'PostgreSQL',
]);
/** Fonts may carry the font licence. */
const fontPackage = /^@fontsource(?:-variable)?\//;

interface LockEntry {
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
}

interface Exception {
  readonly licence: string;
  readonly reason: string;
}

/** Everything that is shipped, and only that, carries a licence that lets anybody use it. */
export async function run(root: string) {
  const lock = (await readJson(root, 'package-lock.json')) as { packages?: Record<string, LockEntry> } | undefined;
  const exceptions = ((await readJson(root, exceptionsFile)) ?? {}) as Record<string, Exception>;
  const used = new Set<string>();
  const problems: string[] = [];
  for (const [path, entry] of Object.entries(lock?.packages ?? {})) {
    if (!path.includes('node_modules/') || entry.link || entry.dev) continue;
    const dependency = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const licence = await licenceOf(root, path, entry);
    if (isAllowed(licence, dependency)) continue;
    used.add(dependency);
    if (exceptions[dependency]?.licence === licence && exceptions[dependency].reason.trim() !== '') continue;
    problems.push(
      `${dependency}: licence "${licence}". Choose another library, or state why this one may be shipped in ${exceptionsFile}.`,
    );
  }
  for (const dependency of Object.keys(exceptions)) {
    if (!used.has(dependency)) problems.push(`${exceptionsFile}: ${dependency} needs no exception. Remove its entry.`);
  }
  return verdict(problems);
}

/** What the installed package says of itself; what the lock says for packages of other platforms. */
async function licenceOf(root: string, path: string, entry: LockEntry): Promise<string> {
  const manifest = (await readJson(root, `${path}/package.json`)) as { license?: unknown } | undefined;
  return typeof manifest?.license === 'string' ? manifest.license : (entry.license ?? 'none');
}

/** Judges a licence expression of AND, OR and brackets. */
function isAllowed(expression: string, dependency: string): boolean {
  const bare = expression.trim().replace(/^\(([^()]*)\)$/, '$1');
  if (bare.includes(' OR ')) return bare.split(' OR ').some((part) => isAllowed(part, dependency));
  if (bare.includes(' AND ')) return bare.split(' AND ').every((part) => isAllowed(part, dependency));
  return allowed.has(bare) || (bare === 'OFL-1.1' && fontPackage.test(dependency));
}
