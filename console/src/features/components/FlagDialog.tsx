import { Button, Textarea, TextInput } from '@mantine/core';
import { FEATURES, LOCAL_REFUSAL } from '@watchroom/contract/features';
import { Confirm, Notice, Sheet } from '@watchroom/ui';
import { type SubmitEvent, useId, useState } from 'react';
import { errorMessage } from '../../app/api-error.ts';
import { useUnsavedQuestion } from '../../app/unsaved.tsx';
import { useDeleteFlag, useSaveFlag } from '../api.ts';
import type { Flag } from '../flags.ts';
import classes from './flags.module.css';

interface Props {
  /** The flag to look at; absent for a new one. */
  readonly flag?: Flag;
  readonly all: readonly Flag[];
  readonly mayWrite: boolean;
  readonly onClose: () => void;
}

const FORM = 'flag-form';
const EMPTY = { name: '', value: '', description: '' };

/** Adds, changes or deletes a flag. Whatever fails, what was typed stays. */
export function FlagDialog({ flag, all, mayWrite, onClose }: Props) {
  const [start] = useState(flag ?? EMPTY);
  const [draft, setDraft] = useState(start);
  // As it was when the form was filled: a newer one must not be overwritten unseen.
  const [seen] = useState(flag);
  const [wrong, setWrong] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  const names = useId();
  const { question, letGo } = useUnsavedQuestion(
    draft.name !== start.name || draft.value !== start.value || draft.description !== start.description,
  );
  const save = useSaveFlag();
  const remove = useDeleteFlag();
  const isReadOnly = !mayWrite || flag?.source === 'local';
  const title = flag ? flag.name : 'Add feature flag';

  const finish = () => {
    letGo();
    onClose();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const { value, description } = draft;
    const name = draft.name.trim();
    const found = isReadOnly ? LOCAL_REFUSAL : problemOf(name, value, flag ? [] : all);
    setWrong(found);
    if (found === undefined)
      save.mutate({ draft: { name, value, description }, ...(seen && { seen }) }, { onSuccess: finish });
  };
  const failure = wrong ?? (save.error && errorMessage(save.error));
  const field = (key: keyof typeof EMPTY) => ({
    value: draft[key],
    readOnly: isReadOnly,
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      setDraft({ ...draft, [key]: event.currentTarget.value }),
  });
  const isMissing = (key: 'name' | 'value') => wrong !== undefined && draft[key].trim() === '';

  return (
    <Sheet
      label={title}
      size="small"
      onClose={onClose}
      footer={
        !isReadOnly && (
          <>
            {flag && (
              <Button variant="danger" onClick={() => setAsking(true)}>
                Delete
              </Button>
            )}
            <span className={classes['push']} />
            <Button type="submit" form={FORM} variant="filled" disabled={save.isPending}>
              {labelOf(flag !== undefined, save.isPending)}
            </Button>
          </>
        )
      }
    >
      <form id={FORM} className={classes['form']} onSubmit={submit} noValidate>
        {flag?.source === 'local' && (
          <Notice tone="info">
            {LOCAL_REFUSAL}. It comes from the properties file of the server; change it there.
          </Notice>
        )}
        {failure && <Notice tone="unhealthy">{failure}</Notice>}
        <TextInput
          label="Name"
          withAsterisk
          {...(!flag && { list: names })}
          placeholder="health.disable"
          error={isMissing('name')}
          {...field('name')}
          readOnly={isReadOnly || flag !== undefined}
        />
        <datalist id={names}>
          {FEATURES.map((feature) => (
            <option key={feature}>{`${feature}.disable`}</option>
          ))}
        </datalist>
        <Textarea
          label="Value"
          withAsterisk
          autosize
          minRows={1}
          maxRows={8}
          placeholder="true"
          error={isMissing('value')}
          {...field('value')}
        />
        <Textarea label="Description" autosize minRows={2} maxRows={8} {...field('description')} />
      </form>
      {isAsking && flag && (
        <Confirm
          title={`Delete ${flag.name} ?`}
          text="The feature returns to its default for everyone."
          action="Delete"
          onConfirm={() => remove.mutateAsync(flag.name).then(finish)}
          onClose={() => setAsking(false)}
        />
      )}
      {question}
    </Sheet>
  );
}

function labelOf(isKnown: boolean, isPending: boolean): string {
  if (isKnown) return isPending ? 'Updating' : 'Update';
  return isPending ? 'Saving' : 'Save';
}

/** @param taken flags whose names are not free. */
function problemOf(name: string, value: string, taken: readonly Flag[]): string | undefined {
  if (name === '' || value.trim() === '') return 'please provide all details';
  const same = taken.find((each) => each.name === name);
  if (same) return same.source === 'local' ? LOCAL_REFUSAL : `A feature flag named ${name} already exists.`;
  return undefined;
}
