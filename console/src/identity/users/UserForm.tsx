import { Switch } from '@mantine/core';
import { focusFirstError, Notice, RelativeTime } from '@watchroom/ui';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { ApiError, errorMessage } from '../../app/api-error.ts';
import { useUpdateUser } from './api.ts';
import { highestRole, trimmedUser, type UserErrors, userProblems } from './user-draft.ts';
import { UserFields } from './UserFields.tsx';
import type { User } from './user.ts';
import classes from './users.module.css';

/** Id of the form, for the button in the footer. */
export const USER_FORM = 'user-form';

interface Props {
  readonly user: User;
  readonly mayWrite: boolean;
  /** What else failed about this user. */
  readonly failure: Error | null;
  readonly onState: (state: { readonly isChanged: boolean; readonly isPending: boolean }) => void;
  readonly onSaved: () => void;
}

const NONE: UserErrors = {};

/** Names, address, role and whether the user may sign in. */
export function UserForm({ user, mayWrite, failure, onState, onSaved }: Props) {
  const [start] = useState(() => ({
    firstName: user.first ?? '',
    lastName: user.last ?? '',
    email: user.email ?? '',
    role: highestRole(user.roles),
    active: user.account_state === 'active',
  }));
  const [draft, setDraft] = useState<typeof start | (Omit<typeof start, 'role'> & { role: '' })>(start);
  const [wrong, setWrong] = useState(NONE);
  const form = useRef<HTMLFormElement>(null);
  const update = useUpdateUser();
  const isInvited = user.account_state === 'invited';
  const isChanged = JSON.stringify(draft) !== JSON.stringify(start);
  const { isPending } = update;
  useEffect(() => onState({ isChanged, isPending }), [onState, isChanged, isPending]);
  const errors: UserErrors = { ...(update.error instanceof ApiError && update.error.fields), ...wrong };
  useEffect(() => focusFirstError(form.current), [wrong, update.error]);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const problems = userProblems(draft);
    setWrong(problems);
    const { role, active } = draft;
    if (Object.keys(problems).length > 0 || role === '' || isPending) return;
    // Somebody who is invited stays so until the link is used.
    update.mutate({ id: user.id, ...trimmedUser(draft), role, active: active || isInvited }, { onSuccess: onSaved });
  };
  const failed = failure ?? (Object.keys(errors).length === 0 ? update.error : null);
  const others = (user.roles ?? []).filter((role) => role !== start.role);
  return (
    <form
      ref={form}
      id={USER_FORM}
      className={classes['form']}
      data-read-only={!mayWrite || undefined}
      onSubmit={submit}
      noValidate
    >
      {failed && <Notice tone="unhealthy">{errorMessage(failed)}</Notice>}
      <UserFields
        draft={draft}
        errors={errors}
        isReadOnly={!mayWrite}
        roleNote={others.length > 0 ? `Also ${others.join(', ')}. Updating keeps only the chosen role.` : undefined}
        onChange={(change) => setDraft({ ...draft, ...change })}
      />
      {isInvited ? (
        <Notice tone="info">
          Invited, but has not signed in yet. A new invite link or another email invalidates the earlier link.
        </Notice>
      ) : (
        <Switch
          label="Active"
          description="An inactive user cannot sign in. Their sessions end at once."
          checked={draft.active}
          disabled={!mayWrite}
          onChange={(event) => setDraft({ ...draft, active: event.currentTarget.checked })}
        />
      )}
      <p className={classes['facts']}>
        <span>
          created <RelativeTime time={user.created_at} />
        </span>
        <span>
          {user.last_login ? (
            <>
              last login <RelativeTime time={user.last_login} />
            </>
          ) : (
            'never signed in'
          )}
        </span>
        <span>{user.email_verified ? 'address verified' : 'address not verified'}</span>
        <span>{user.second_factor ? 'second factor' : 'no second factor'}</span>
      </p>
    </form>
  );
}
