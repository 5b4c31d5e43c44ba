import { type FormValue, useYamlDocument, writeYaml } from '@watchroom/ui';
import { useMemo, useState } from 'react';
import { ApiError } from '../api-error.ts';
import { checkDraft } from './check.ts';
import { errorsOfServer, hasErrors, payloadOf, type ResourceDraft, type ResourceErrors } from './draft.ts';
import type { ResourceShape, ResourceType } from './resource.ts';

const NO_ERRORS: ResourceErrors = { head: {}, document: {}, other: [] };

/** What a person fills in and what is wrong with it: by the schemas, and by the last answer of the server. */
export function useResourceForm(resource: ResourceShape, type: ResourceType, start: ResourceDraft) {
  const [head, setHead] = useState(start.head);
  const document = useYamlDocument(textOf(start.document));
  const [isAsked, setAsked] = useState(false);
  // What the server refused holds for what was sent, until a field is changed.
  const [refused, setRefused] = useState<{
    readonly head: FormValue;
    readonly text: string;
    readonly errors: ResourceErrors;
  }>();
  const { value } = document;
  const draft: ResourceDraft = { head, document: value };
  const own = useMemo(() => checkDraft(resource, type, { head, document: value }), [resource, type, head, value]);
  const theirs = refused?.head === head && refused.text === document.text ? refused.errors : NO_ERRORS;
  const errors: ResourceErrors = {
    head: { ...own.head, ...theirs.head },
    document: { ...own.document, ...theirs.document },
    other: theirs.other,
  };
  return {
    head,
    setHead,
    document,
    value,
    errors,
    /** Whether every field counts as touched. */
    isAsked,
    isValid: document.isValid && !hasErrors(own),
    /** A test needs no name. */
    isTestable: document.isValid && Object.keys(own.document).length === 0,
    isChanged: document.isChanged || JSON.stringify(head) !== JSON.stringify(start.head),
    payload: () => payloadOf(resource, type, draft),
    touchAll: () => setAsked(true),
    /** Puts the server's errors at their fields. */
    refuse: (error: Error) => {
      if (!(error instanceof ApiError)) return;
      setAsked(true);
      setRefused({ head, text: document.text, errors: errorsOfServer(resource, type, error.fields) });
    },
  };
}

export type ResourceFormState = ReturnType<typeof useResourceForm>;

/** An empty document begins as an empty page. */
function textOf(document: FormValue): string {
  return Object.keys(document).length === 0 ? '' : writeYaml('', document);
}
