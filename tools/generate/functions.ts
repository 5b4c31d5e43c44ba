import {
  celPhrases,
  type FunctionDefinition,
  functionTable,
  type Phrase,
  signature,
  templateSignature,
  underscorePhrases,
} from '@watchroom/expressions';
import type { GeneratedFile } from './output.ts';

/** The reference of every function that expressions have, from the table that they run. */
export function functionReference(): GeneratedFile {
  const parts = functionTable.map(({ title, functions }) => {
    const rows = functions.map(row).join('\n');
    return `## ${title}\n\n| call | gives | what it does | example |\n|---|---|---|---|\n${rows}\n`;
  });
  const others = [phrasePart('Macros of CEL', celPhrases), phrasePart('Underscore, in JavaScript', underscorePhrases)];
  const head =
    '# Functions of expressions\n\nGenerated from the table that runs them; every example is a test. `?` marks an argument that may be left out, `...` one\nthat may be there any number of times. A `count` is an integer, a `number` an int, uint or double. `(text: string).trim()` is\ncalled on its first argument: `name.trim()`. What stands in double braces is the call in a template. See the [guide](guide.md) for the languages.\n';
  return { path: 'docs/expressions/functions.md', content: `${head}\n${[...parts, ...others].join('\n')}` };
}

function phrasePart(title: string, phrases: readonly Phrase[]): string {
  const rows = phrases.map(
    ({ call, doc, example, gives }) =>
      `| ${code(call)} | ${escape(doc)} | ${code(`${example} → ${JSON.stringify(gives)}`)} |`,
  );
  return `## ${title}\n\n| how | what it does | example |\n|---|---|---|\n${rows.join('\n')}\n`;
}

function row({ names, args, result, doc, examples }: FunctionDefinition): string {
  const calls = [
    ...names.cel.map((name) => code(signature(name, args))),
    ...(names.template ?? []).map((name) => code(`{{ ${templateSignature(name, args)} }}`)),
  ];
  const shown = examples.map((example) => {
    const text = 'cel' in example ? example.cel : example.template;
    return code(example.gives === undefined ? text : `${text} → ${JSON.stringify(example.gives)}`);
  });
  return `| ${calls.join('<br>')} | ${result} | ${escape(doc)} | ${shown.join('<br>')} |`;
}

/** Code in a cell of a table, where a bar would end the cell. */
function code(text: string): string {
  const fence = text.includes('`') ? '``' : '`';
  return `${fence}${escape(text)}${fence}`;
}

function escape(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
