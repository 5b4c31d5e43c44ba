import { type FormSchema, type FormValue, fieldTitle } from '@watchroom/ui/logic';
import { entriesOf } from './draft.ts';
import type { ResourceForm, ResourceShape } from './resource.ts';

export interface Fact {
  readonly title: string;
  readonly text: string;
}

export interface FactGroup {
  /** Absent for what concerns the whole row. */
  readonly title?: string;
  readonly facts: readonly Fact[];
}

/** What a stored row says, in the order and by the titles of its forms. What does not fit on a line is left to the code. */
export function factsOf(
  { head }: Pick<ResourceShape, 'head'>,
  form: ResourceForm | undefined,
  columns: FormValue,
  document: FormValue,
): readonly FactGroup[] {
  const whole = { facts: [...factsIn(head.schema, columns), ...factsIn(form?.schema, document)] };
  const { entries } = form ?? {};
  if (!entries) return [whole];
  return [
    whole,
    ...entriesOf(document, entries.key).map((entry) => ({
      title: entries.noun,
      facts: factsIn(entries.schema, entry),
    })),
  ];
}

function factsIn(schema: FormSchema | undefined, value: FormValue): readonly Fact[] {
  return Object.entries(schema?.properties ?? {}).flatMap(([name, field]) => {
    const text = wordsOf(value[name]);
    const unit = field['x-unit'];
    return text === undefined ? [] : [{ title: fieldTitle(name, field), text: unit ? `${text} ${unit}` : text }];
  });
}

function wordsOf(value: unknown): string | undefined {
  if (Array.isArray(value)) return listed(value.map(wordOf));
  if (typeof value !== 'object' || value === null) return wordOf(value);
  return listed(Object.entries(value).map(([name, each]) => withName(name, wordOf(each))));
}

function wordOf(value: unknown): string | undefined {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' && !value.includes('\n') ? value : undefined;
}

function withName(name: string, word: string | undefined): string | undefined {
  return word === undefined ? undefined : `${name}=${word}`;
}

/** Nothing where a part of it cannot be said in words. */
function listed(words: readonly (string | undefined)[]): string | undefined {
  return words.length === 0 || words.includes(undefined) ? undefined : words.join(', ');
}
