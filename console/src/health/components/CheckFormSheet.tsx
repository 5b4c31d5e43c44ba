import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { KindManifest } from '@watchroom/contract/kinds';
import { focusFirstError, Notice, SchemaForm, Sheet, Skeleton, toast, validateForm } from '@watchroom/ui';
import { type SubmitEvent, Suspense, useDeferredValue, useMemo, useRef, useState } from 'react';
import { ApiError, errorMessage } from '../../app/api-error.ts';
import { ConflictNotice } from '../../app/ConflictNotice.tsx';
import { TestButton, Tested, useTrial } from '../../app/trial.tsx';
import { useUnsavedQuestion } from '../../app/unsaved.tsx';
import { findCheckOf, testEntry, useSaveCanary } from '../api.ts';
import type { Canary } from '../canary.ts';
import { countEntries, type EntryPlace, placeOfCheck } from '../canary-entry.ts';
import {
  changedCanary,
  type CheckDraft,
  type DraftErrors,
  errorsOfDraft,
  errorsOfServer,
  newCanary,
  NO_ERRORS,
} from '../check-draft.ts';
import { DraftFields } from './DraftFields.tsx';
import classes from './form.module.css';
import { KindIcon } from './KindIcon.tsx';
import { ResultLine } from './ResultLine.tsx';

interface Props {
  readonly title: string;
  readonly kind: KindManifest;
  readonly start: CheckDraft;
  /** Absent for a new check. `latest` loads the canary as it is now, which starts the form afresh when it changed. */
  readonly editing?: {
    readonly canary: Canary;
    readonly place: EntryPlace;
    readonly checkId: string;
    readonly checkName: string;
    readonly latest: () => Promise<Canary | undefined>;
  };
  readonly onBack?: () => void;
  readonly onClose: () => void;
  readonly onSaved: (checkId: string | undefined) => void;
}

const FORM = 'check-form';
const ASKED_ABOVE = ['name', 'namespace'];
const RAISED = ['labels'];

/** The form of one check. Whatever fails, what was typed stays. */
export function CheckFormSheet({ title, kind, start, editing, onBack, onClose, onSaved }: Props) {
  const [draft, setDraft] = useState(start);
  const [errors, setErrors] = useState<DraftErrors>(NO_ERRORS);
  const [showAll, setShowAll] = useState(false);
  // Checked behind the keys, so that typing never waits for it.
  const typed = useDeferredValue(draft.entry);
  const live = useMemo(() => validateForm(kind.schema, kind.rules, typed), [kind, typed]);
  const entryErrors = useMemo(() => ({ ...errors.entry, ...live }), [errors.entry, live]);
  const form = useRef<HTMLFormElement>(null);
  const { question, letGo } = useUnsavedQuestion(JSON.stringify(draft) !== JSON.stringify(start));
  const save = useSaveCanary();
  const known = Object.keys(kind.schema.properties ?? {});
  const shared = editing ? countEntries(editing.canary.spec, Object.keys(editing.canary.spec)) : 1;

  const show = (found: DraftErrors) => {
    setErrors(found);
    setShowAll(true);
    requestAnimationFrame(() => focusFirstError(form.current));
  };
  const isValid = (needsName: boolean) => {
    const found = {
      entry: validateForm(kind.schema, kind.rules, draft.entry),
      form: needsName ? errorsOfDraft(draft) : {},
      other: [],
    };
    const isFine = Object.keys(found.entry).length + Object.keys(found.form).length === 0;
    if (isFine) setErrors(NO_ERRORS);
    // What is wrong with the entry is known from what is typed, and goes when it is put right.
    else show({ ...found, entry: {} });
    return isFine;
  };
  const showServer = (error: Error) => {
    if (error instanceof ApiError) show(errorsOfServer(error.fields, kind.documentKey, known));
  };
  const test = useTrial(
    async () => (
      <ResultLine
        result={await testEntry({ kind: kind.id, spec: { name: draft.name || kind.title, ...draft.entry } })}
      />
    ),
    showServer,
  );
  // A check is known by kind and name: a renamed one is another check.
  const isSame = editing?.checkName === draft.name.trim();
  const saveOn = (canary: Canary | undefined, place: EntryPlace | undefined) => {
    const request =
      canary && place
        ? {
            input: changedCanary(canary, place, draft),
            seen: { id: canary.id, updated_at: canary.updated_at },
            replaced: isSame ? undefined : editing?.checkId,
          }
        : { input: newCanary(draft, kind.documentKey) };
    save.mutate(request, {
      onError: showServer,
      onSuccess: (saved) => {
        toast(editing ? `${draft.name} updated successfully` : `${draft.name} added`);
        letGo();
        if (isSame) onSaved(undefined);
        else void findCheckOf(saved.id, draft.name.trim()).then(onSaved);
      },
    });
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isValid(true)) saveOn(editing?.canary, editing?.place);
  };
  const isStale = save.error instanceof ApiError && save.error.code === 'stale';
  const failure = [test.error, isStale ? null : save.error].find(
    (error) =>
      error && !(error instanceof ApiError && Object.keys(error.fields).length > 0 && errors.other.length === 0),
  );

  return (
    <Sheet
      label={title}
      help={{ href: `/docs/health/kinds/${kind.id}`, label: `About ${kind.title} checks` }}
      onClose={onClose}
      header={
        <div className={classes['head']}>
          <KindIcon name={kind.icon} size={18} />
          <h2 className={`ui-cut ${classes['title']}`}>{title}</h2>
          <span className={classes['kindName']}>{kind.title}</span>
        </div>
      }
      footer={
        <>
          {onBack && (
            <Button leftSection={<IconArrowLeft size={15} />} onClick={onBack}>
              Change type
            </Button>
          )}
          <span className={classes['push']} />
          <TestButton isPending={test.isPending} onTest={() => isValid(false) && test.start()} />
          <Button type="submit" form={FORM} variant="filled" loading={save.isPending}>
            {editing ? 'Save changes' : 'Add check'}
          </Button>
        </>
      }
    >
      <form id={FORM} ref={form} className={classes['form']} onSubmit={submit} noValidate>
        <p className={classes['summary']}>{kind.summary}</p>
        {isStale && editing && (
          <ConflictNotice
            onReload={() => void editing.latest()}
            onOverwrite={() =>
              void editing
                .latest()
                .then(
                  (canary) => canary && saveOn(canary, placeOfCheck(canary.spec, kind.documentKey, editing.checkName)),
                )
            }
          />
        )}
        {failure && <Notice tone="unhealthy">{errorMessage(failure)}</Notice>}
        {errors.other.map((message) => (
          <Notice key={message} tone="unhealthy">
            {message}
          </Notice>
        ))}
        <Tested>{test.shown}</Tested>
        <DraftFields
          draft={draft}
          errors={errors.form}
          onChange={setDraft}
          shared={
            editing && shared > 1
              ? `Schedule, namespace and severity belong to ${editing.canary.name} and apply to all ${shared} of its checks.`
              : undefined
          }
        >
          <Suspense fallback={<Skeleton height="220px" />}>
            <SchemaForm
              schema={kind.schema}
              value={draft.entry}
              errors={entryErrors}
              showAll={showAll}
              omit={ASKED_ABOVE}
              raise={RAISED}
              onChange={(entry) => setDraft((current) => ({ ...current, entry }))}
            />
          </Suspense>
        </DraftFields>
      </form>
      {question}
    </Sheet>
  );
}
