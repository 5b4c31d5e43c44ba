import {
  celPhrases,
  type FunctionDefinition,
  functionTable,
  type Phrase,
  signature,
  STANDARD,
  templateSignature,
  underscorePhrases,
} from '@watchroom/expressions';
import type { GeneratedFile } from './output.ts';

interface Use {
  readonly call: string;
  readonly doc: string;
  readonly example?: string;
}

/** What the editor of the console completes: the functions of each language by name, with the ways to call each. */
export function functionWords(): GeneratedFile {
  const words = {
    cel: wordsOf(
      ({ names }) => names.cel,
      (name, { args, doc, examples }) => use(signature(name, args), doc, examples.find((each) => 'cel' in each)?.cel),
      celPhrases,
    ),
    template: wordsOf(
      ({ names }) => names.template ?? [],
      (name, { args, doc, examples }) =>
        use(templateSignature(name, args), doc, examples.find((each) => 'template' in each)?.template),
    ),
    // The examples are CEL, which JavaScript need not understand.
    javascript: wordsOf(
      ({ names }) => names.cel.filter((name) => !name.startsWith('.') && !STANDARD.has(name.split('.', 1)[0] ?? name)),
      (name, { args, doc }) => use(signature(name, args), doc, undefined),
      underscorePhrases,
    ),
  };
  const head = '// Generated from the functions of libraries/expressions by `npm run generate`; do not edit.\n';
  const type = "import type { FunctionWords } from './words.ts';\n";
  return {
    path: 'console/src/expressions/functions.generated.ts',
    content: `${head}${type}\nexport const functionWords: FunctionWords = {\n${Object.entries(words).map(list).join('')}};\n`,
  };
}

function list([language, words]: readonly [string, readonly object[]]): string {
  return `  ${language}: [\n${words.map((word) => `    ${JSON.stringify(word)},\n`).join('')}  ],\n`;
}

function use(call: string, doc: string, example: string | undefined): Use {
  return { call, doc, ...(example !== undefined && { example }) };
}

/** Functions and phrases that share a name are ways to call it. */
function wordsOf(
  namesOf: (definition: FunctionDefinition) => readonly string[],
  useOf: (name: string, definition: FunctionDefinition) => Use,
  phrases: readonly Phrase[] = [],
) {
  const uses = new Map<string, Use[]>();
  for (const { name, call, doc, example } of phrases)
    uses.set(name, [...(uses.get(name) ?? []), use(call, doc, example)]);
  for (const definition of functionTable.flatMap(({ functions }) => functions)) {
    for (const name of namesOf(definition)) {
      const written = name.replace('|', '');
      const others = uses.get(written) ?? [];
      others.push(useOf(name, definition));
      uses.set(written, others);
    }
  }
  return [...uses].map(([name, forms]) => ({ name, uses: forms }));
}
