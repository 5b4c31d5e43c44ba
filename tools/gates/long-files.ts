import { verdict } from './support/gate.ts';
import { isGenerated, listFiles, readJson, readText } from './support/files.ts';

export const name = 'long-files';

const reasonsFile = 'tools/gates/long-files.json';
const needsReason = 300;
const tooLong = 500;

/** A file over 300 lines needs a written reason, one over 500 lines is split. */
export async function run(root: string) {
  const reasons = ((await readJson(root, reasonsFile)) ?? {}) as Record<string, string>;
  const problems: string[] = [];
  const longFiles = new Set<string>();
  for (const file of await listFiles(root)) {
    if (!/\.(?:ts|tsx|css|sql|mjs)$/.test(file) || isGenerated(file)) continue;
    const lines = (await readText(root, file)).trimEnd().split('\n').length;
    if (lines > needsReason) longFiles.add(file);
    if (lines > tooLong)
      problems.push(`${file}: ${lines} lines. Split it by subject; over ${tooLong} lines no reason counts.`);
    else if (lines > needsReason && !reasons[file]?.trim()) {
      problems.push(
        `${file}: ${lines} lines. Split it by subject, or give the reason for its length in ${reasonsFile}.`,
      );
    }
  }
  for (const file of Object.keys(reasons)) {
    if (!longFiles.has(file))
      problems.push(`${reasonsFile}: ${file} is not over ${needsReason} lines. Remove its entry.`);
  }
  return verdict(problems);
}
