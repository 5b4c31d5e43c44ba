import { Button, Select, TextInput } from '@mantine/core';
import type { Role } from '@watchroom/contract/identity';
import { focusFirstError, Notice, Sheet, useClockText } from '@watchroom/ui';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { ApiError, errorMessage } from '../../app/api-error.ts';
import classes from './account.module.css';
import { useCreateToken } from './api.ts';
import { CopyField } from './CopyField.tsx';
import { forgetDraft, keepDraft, keptDraft } from './kept-draft.ts';
import { daysOf, NEW_TOKEN, scopesFor, scopeWord, type TokenErrors, tokenProblems } from './token-draft.ts';

interface Props {
  /** Of the person, whose token it will be. */
  readonly roles: readonly Role[];
  readonly onClose: () => void;
}

const FORM = 'create-token';
const TITLE = 'New access token';
const CONFIRM = `/login?refresh=true&return_to=${encodeURIComponent('/profile-settings')}`;
const NONE: TokenErrors = {};
const DAY = 86_400_000;
const DATE = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** Asks what a token is for, how much it may do and for how long, and then shows it this once. */
export function CreateTokenDialog({ roles, onClose }: Props) {
  const [draft, setDraft] = useState(() => keptDraft() ?? NEW_TOKEN);
  useEffect(forgetDraft, []);
  const [wrong, setWrong] = useState(NONE);
  const form = useRef<HTMLFormElement>(null);
  const create = useCreateToken();
  const errors: TokenErrors = { ...(create.error instanceof ApiError && create.error.fields), ...wrong };
  useEffect(() => focusFirstError(form.current), [wrong, create.error]);
  const scopes = scopesFor(roles);
  const days = daysOf(draft.days);
  const end = useClockText((now) => (days === undefined ? '' : `Works until ${DATE.format(now + days * DAY)}`));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const problems = tokenProblems(draft);
    setWrong(problems);
    if (Object.keys(problems).length > 0 || days === undefined || create.isPending) return;
    create.mutate({ name: draft.name.trim(), scope: draft.scope, days });
  };
  if (create.data)
    return (
      <Sheet label={TITLE} size="small" onClose={onClose} footer={<Done onClose={onClose} />}>
        <div className={classes['form']}>
          <Notice tone="warning">Copy it now. It will not be shown again.</Notice>
          <CopyField
            label={`Token ${create.data.row.name}`}
            value={create.data.token}
            said="Token copied to clipboard"
            isMain
          />
          <p className={classes['hint']}>
            Scripts send it as <code>Authorization: Bearer …</code>, or as the password of Basic with the user name{' '}
            <code>token</code>.
          </p>
        </div>
      </Sheet>
    );
  return (
    <Sheet
      label={TITLE}
      size="small"
      onClose={onClose}
      footer={
        <>
          <span className={classes['push']} />
          <Button type="submit" form={FORM} variant="filled" loading={create.isPending}>
            Create token
          </Button>
        </>
      }
    >
      <form ref={form} id={FORM} className={classes['form']} onSubmit={submit} noValidate>
        {create.error && Object.keys(errors).length === 0 && (
          <Notice tone="unhealthy">
            {create.error instanceof ApiError && create.error.code === 'refresh_required' ? (
              <a href={CONFIRM} onClick={() => keepDraft(draft)}>
                Confirm your password to create a token
              </a>
            ) : (
              errorMessage(create.error)
            )}
          </Notice>
        )}
        <TextInput
          label="Name"
          description="What it is for, for example nightly export"
          withAsterisk
          autoComplete="off"
          maxLength={100}
          error={errors.name}
          value={draft.name}
          onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
        />
        <Select
          label="Scope"
          description="Read only reads what a viewer can read, and changes nothing"
          error={errors.scope}
          data={scopes.map((value) => ({ value, label: scopeWord(value) }))}
          value={draft.scope}
          // Inside the dialog, whose landmark it belongs to.
          comboboxProps={{ withinPortal: false, floatingStrategy: 'fixed' }}
          onChange={(value) => setDraft({ ...draft, scope: scopes.find((each) => each === value) ?? draft.scope })}
        />
        <TextInput
          label="Days"
          description={end}
          withAsterisk
          inputMode="numeric"
          autoComplete="off"
          error={errors.days}
          value={draft.days}
          onChange={(event) => setDraft({ ...draft, days: event.currentTarget.value })}
        />
      </form>
    </Sheet>
  );
}

function Done({ onClose }: { readonly onClose: () => void }) {
  return (
    <>
      <span className={classes['push']} />
      <Button onClick={onClose}>Done</Button>
    </>
  );
}
