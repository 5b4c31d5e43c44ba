import { homedir } from 'node:os';
import { verdict } from './support/gate.ts';
import { listFiles, readText } from './support/files.ts';

export const name = 'text';

interface Ban {
  readonly pattern: RegExp;
  readonly advice: string;
}

const noMachinePath = 'Write a path relative to the project, or a placeholder such as <folder>.';
const noRegistry = 'Registries belong into the settings of a machine, not into the project.';

/** Text that is true on one machine only. The patterns are spelt so that they do not find themselves. */
const bans: readonly Ban[] = [
  { pattern: /(?<![\w.:/-])\/(?:work|root)\/[\w.@-]+/, advice: noMachinePath },
  { pattern: /(?<![\w.:/-])\/(?:home|Users)\/(?!<)[\w.-]+\//, advice: noMachinePath },
  { pattern: /(?<![\w.:/-])\/tmp\/(?:pk|bash_jobs)\b/, advice: noMachinePath },
  { pattern: /\bregistry\.(?:npmjs\.org|yarnpkg\.com|npmmirror\.com)\b/, advice: noRegistry },
  { pattern: /\bnpm\.pkg\.github\.com\b|\/artifactory\/api\/npm\b/, advice: noRegistry },
];

/** Looks for paths and hosts of one machine in every text file. */
export async function run(root: string) {
  const all = [...bans, ...ownBans(root)];
  const problems: string[] = [];
  for (const file of await listFiles(root)) {
    const text = await readText(root, file);
    if (text.includes('\0')) continue;
    for (const [index, line] of text.split('\n').entries()) {
      for (const { pattern, advice } of all) {
        const found = pattern.exec(line)?.[0];
        if (found !== undefined)
          problems.push(`${file}:${index + 1}: "${found}" is true on one machine only. ${advice}`);
      }
    }
  }
  return verdict([...new Set(problems)]);
}

/** This very machine's folders and registry, whatever they are called. */
function ownBans(root: string): Ban[] {
  // A home such as "/" or "/home" would be found in innocent text.
  const folders = [root, homedir()].filter((folder) => folder.split('/').length > 2);
  const registry = process.env['npm_config_registry'];
  const host = registry !== undefined && URL.canParse(registry) ? [new URL(registry).host] : [];
  return [
    ...folders.map((folder) => ({ pattern: literally('', folder, '(?![\\w-])'), advice: noMachinePath })),
    ...host.map((name) => ({ pattern: literally('\\b', name, '\\b'), advice: noRegistry })),
  ];
}

function literally(begin: string, text: string, end: string): RegExp {
  // oxlint-disable-next-line eslint/no-restricted-globals -- the names of this machine are escaped, and strangers give none of them
  return new RegExp(`${begin}${escape(text)}${end}`);
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
