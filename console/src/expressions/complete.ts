import type { ExpressionLanguage, PlaceVariable } from '@watchroom/contract/expressions';
import type { ScriptCompletions, ScriptOption } from '@watchroom/ui';
import { codeAt } from './code-at.ts';
import type { FunctionWord } from './words.ts';

/** What can be completed: variables of the place, and functions of the language. */
export interface Words {
  readonly variables: readonly PlaceVariable[];
  readonly functions: readonly FunctionWord[];
}

/** Characters before the position that are looked at: a pattern would take too long on a long text at every key. */
const LONGEST_CHAIN = 500;

/** What may stand at a position, variables first; undefined where nothing can be completed. */
export function completeExpression(
  text: string,
  position: number,
  language: ExpressionLanguage,
  words: Words,
): ScriptCompletions | undefined {
  const code = codeAt(text, position, language);
  if (!code) return undefined;
  const before = text.slice(Math.max(code.from, position - LONGEST_CHAIN), position);
  // A chain of names up to the position: what is before the last dot, and the name that is being typed.
  const [chain = '', owner, typed = ''] = /(?:([\w$.]*)\.)?([\w$]*)$/.exec(before) ?? [];
  if (/^\d/.test(typed) || /^\d+$/.test(owner ?? '')) return undefined;
  const from = position - typed.length;
  const start = position - chain.length;
  const options = language === 'jsonpath' ? ofPath(text.slice(0, position), words) : ofNames();
  return options.length === 0 ? undefined : { from, options };

  function ofNames(): readonly ScriptOption[] {
    const { variables, functions } = words;
    const isTemplate = language === 'template';
    if (owner === undefined) {
      const dot = isTemplate && code?.opener === '{{' ? '.' : '';
      const named = functions.filter(({ name }) => !name.startsWith('.'));
      return [...variables.map((each) => variable(each, dot)), ...named.map((word) => fromWord(word, word.name, from))];
    }
    const isRoot = owner === '' && !(isTemplate ? /[)\w]$/ : /[\w)\]}"'?]\s*$/).test(before.slice(0, -chain.length));
    if (isTemplate && (owner === '$' || isRoot)) return variables.map((each) => variable(each));
    if (isRoot) return language === 'cel' ? variables.map((each) => variable(each)) : [];
    const isVariable = variables.some(({ name }) => name === owner);
    const members = isVariable ? [] : functions.filter(({ name }) => owner !== '' && name.startsWith(`${owner}.`));
    if (members.length > 0) return members.map((word) => fromWord(word, word.name.slice(owner.length + 1), start));
    const methods = language === 'cel' ? functions.filter(({ name }) => name.startsWith('.')) : [];
    return methods.map((word) => fromWord(word, word.name.slice(1), owner === '' ? undefined : start));
  }

  /** @param exampleFrom where the example of the function would begin; undefined where it cannot stand */
  function fromWord({ uses }: FunctionWord, label: string, exampleFrom: number | undefined): ScriptOption {
    const example = uses.find((use) => use.example !== undefined)?.example;
    const inserted = example === undefined ? undefined : asCode(example, language);
    return {
      label,
      kind: 'function',
      notes: uses.map(({ call, doc }) => ({ code: call, text: doc })),
      ...(example !== undefined && { example }),
      ...(inserted !== undefined && exampleFrom !== undefined && { insert: { from: exampleFrom, text: inserted } }),
    };
  }
}

function variable({ name, meaning }: PlaceVariable, before = ''): ScriptOption {
  return { label: before + name, kind: 'variable', notes: [{ text: meaning }] };
}

function ofPath(before: string, { variables }: Words): readonly ScriptOption[] {
  if (/^\s*\$\.[\w]*$/.test(before)) return variables.map((each) => variable(each));
  return /^\s*$/.test(before) ? [{ label: '$', kind: 'variable', notes: [{ text: 'the map of all variables' }] }] : [];
}

/** An example as it can stand inside of code: of a template, what one action holds. */
function asCode(example: string, language: ExpressionLanguage): string | undefined {
  if (language !== 'template') return example;
  const [, action] = /^\{\{ ((?:(?!\}\}|\{\{)[\s\S])*) \}\}$/.exec(example) ?? [];
  return action;
}
