import { type FormErrors, type FormValue, validateForm } from '@watchroom/ui';
import { asObject, type ResourceDraft, type ResourceErrors } from './draft.ts';
import type { ResourceShape, ResourceType } from './resource.ts';

const NO_RULES: readonly never[] = [];

/** What the form itself can tell of a draft, at the paths of its fields. */
export function checkDraft(
  { head }: Pick<ResourceShape, 'head'>,
  { form }: ResourceType,
  draft: ResourceDraft,
): ResourceErrors {
  return {
    head: validateForm(head.schema, NO_RULES, draft.head),
    document: form
      ? { ...validateForm(form.schema, NO_RULES, draft.document), ...entryErrors(form.entries, draft.document) }
      : {},
    other: [],
  };
}

type Entries = NonNullable<ResourceType['form']>['entries'];

function entryErrors(entries: Entries, document: FormValue): FormErrors {
  if (!entries) return {};
  const list = entriesOf(document, entries.key);
  if (list.length === 0) return { [entries.key]: `At least one ${entries.noun}` };
  return Object.fromEntries(
    list.flatMap((entry, index) =>
      Object.entries(validateForm(entries.schema, entries.rules ?? NO_RULES, entry)).map(([path, message]) => [
        `${entries.key}.${index}.${path}`,
        message,
      ]),
    ),
  );
}

/** The items of a list of a document; what is no object counts as an empty one, so that places stay. */
export function entriesOf(document: FormValue, key: string): readonly FormValue[] {
  const list = document[key];
  return Array.isArray(list) ? list.map(asObject) : [];
}
