import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { verdict } from './support/gate.ts';
import { listFiles, readText } from './support/files.ts';
import { anchorsIn, codeIn, linksIn } from './support/markdown.ts';

export const name = 'docs';

/** A path that stands for many, such as `server/src/<room>/kinds/*.ts`, cannot be looked up as it is. */
const placeholder = /[<>*{}…$[\]]/;

/** Links, anchors and paths in the pages for people lead to something that exists. */
export async function run(root: string) {
  const files = await listFiles(root);
  const known = new Set(files.flatMap((file) => [file, ...parentsOf(file)]));
  const topLevel = new Set(files.map((file) => file.split('/')[0] ?? file));
  const problems: string[] = [];
  for (const page of files.filter((file) => /^(?:[^/]+|docs\/.+|.+\/README)\.md$/.test(file))) {
    const text = await readText(root, page);
    for (const { line, target } of linksIn(text)) {
      const problem = await judgeLink(root, page, text, target);
      if (problem) problems.push(`${page}:${line}: ${problem}`);
    }
    for (const { line, target } of codeIn(text)) {
      const path = pathIn(target, topLevel);
      if (path === undefined || known.has(path) || known.has(normalize(join(dirname(page), path)))) continue;
      problems.push(
        `${page}:${line}: \`${target}\` names a path that does not exist. Correct it, or remove what it says.`,
      );
    }
  }
  return verdict(problems);
}

async function judgeLink(root: string, page: string, text: string, target: string): Promise<string | undefined> {
  if (/^(?:[a-z][a-z+.-]*:|\/\/)/i.test(target)) return undefined;
  const [path = '', anchor] = target.split('#');
  if (path.startsWith('/')) return `the link ${target} is absolute. Write it relative to this page.`;
  const file = normalize(join(dirname(page), decodeURIComponent(path)));
  if (path !== '' && !existsSync(join(root, file))) return `the link ${target} leads to no file. Correct or remove it.`;
  if (!anchor || (path !== '' && !file.endsWith('.md'))) return undefined;
  const anchors = anchorsIn(path === '' ? text : await readText(root, file));
  if (anchors.has(decodeURIComponent(anchor))) return undefined;
  return `the link ${target} leads to no heading of ${path === '' ? 'this page' : file}. Correct the part behind "#".`;
}

/** The path that a piece of code names, if it starts at the top of the project as ours do. */
function pathIn(code: string, topLevel: ReadonlySet<string>): string | undefined {
  if (!/^\.?[\w@.-]+(?:\/[^\s/]+)+\/?$/.test(code) || placeholder.test(code)) return undefined;
  const path = code.replace(/\/$/, '').replace(/:\d+$/, '');
  return topLevel.has(path.split('/')[0] ?? '') ? path : undefined;
}

function parentsOf(file: string): string[] {
  const parts = file.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
}
