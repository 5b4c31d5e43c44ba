import { Button } from '@mantine/core';
import { focusFirstError, Notice, Sheet } from '@watchroom/ui';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { ApiError, errorMessage } from '../../app/api-error.ts';
import { useUnsavedQuestion } from '../../app/unsaved.tsx';
import { useInviteUser } from './api.ts';
import { InviteLink } from './InviteLink.tsx';
import { EMPTY_USER, trimmedUser, type UserErrors, userProblems } from './user-draft.ts';
import { UserFields } from './UserFields.tsx';
import classes from './users.module.css';

const FORM = 'invite-user';
const NONE: UserErrors = {};

/** Asks who is invited, and then shows the link that lets them in. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const [draft, setDraft] = useState(EMPTY_USER);
  const [wrong, setWrong] = useState(NONE);
  const form = useRef<HTMLFormElement>(null);
  const invite = useInviteUser();
  const isChanged = Object.values(draft).some((value) => value !== '');
  const { question } = useUnsavedQuestion(isChanged && !invite.isSuccess);
  const errors = { ...(invite.error instanceof ApiError && invite.error.fields), ...wrong };
  useEffect(() => focusFirstError(form.current), [wrong, invite.error]);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const problems = userProblems(draft);
    setWrong(problems);
    const { role } = draft;
    if (Object.keys(problems).length > 0 || role === '' || invite.isPending) return;
    invite.mutate({ ...trimmedUser(draft), role });
  };
  if (invite.data)
    return (
      <InviteLink
        sentence="User has been invited successfully. Please share the link with the user."
        invited={invite.data}
        email={draft.email.trim()}
        onClose={onClose}
      />
    );
  return (
    <Sheet
      label="Invite User"
      size="small"
      onClose={onClose}
      footer={
        <>
          <span className={classes['push']} />
          <Button type="submit" form={FORM} variant="filled" loading={invite.isPending}>
            Invite
          </Button>
        </>
      }
    >
      <form ref={form} id={FORM} className={classes['form']} onSubmit={submit} noValidate>
        {invite.error && Object.keys(errors).length === 0 && (
          <Notice tone="unhealthy">{errorMessage(invite.error)}</Notice>
        )}
        <UserFields draft={draft} errors={errors} onChange={(change) => setDraft({ ...draft, ...change })} />
      </form>
      {question}
    </Sheet>
  );
}
