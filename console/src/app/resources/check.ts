import { type FormErrors, type FormValue, validateForm } from '@watchroom/ui/logic';
import { entriesOf, type ResourceDraft, type ResourceErrors } from './draft.ts';
import type { ResourceShape, ResourceType } from './resource.ts';

/** What the form itself can tell of a draft, at the paths of its fields. */
export function checkDraft(
  { head }: Pick<ResourceShape, 'head'>,
  { form }: ResourceType,
  draft: ResourceDraft,
): ResourceErrors {
  return {
    head: validateForm(head.schema, head.rules ?? [], draft.head),
    document: form
      ? { ...validateForm(form.schema, form.rules ?? [], draft.document), ...entryErrors(form.entries, draft.document) }
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
      Object.entries(validateForm(entries.schema, entries.rules ?? [], entry)).map(([path, message]) => [
        `${entries.key}.${index}.${path}`,
        message,
      ]),
    ),
  );
}
