import { Select, TextInput } from '@mantine/core';
import { ROLES } from '@watchroom/contract/identity';
import { ROLE_MEANINGS, type UserDraft, type UserErrors } from './user-draft.ts';
import classes from './users.module.css';

interface Props {
  readonly draft: UserDraft;
  readonly errors: UserErrors;
  readonly isReadOnly?: boolean;
  /** Under the role, beside what it means. */
  readonly roleNote?: string | undefined;
  readonly onChange: (change: Partial<UserDraft>) => void;
}

/** The fields that an invitation and an edit share. */
export function UserFields({ draft, errors, isReadOnly = false, roleNote, onChange }: Props) {
  const text = (key: 'firstName' | 'lastName' | 'email') => ({
    value: draft[key],
    error: errors[key],
    readOnly: isReadOnly,
    withAsterisk: true,
    // Whoever fills it in speaks of somebody else.
    autoComplete: 'off',
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange({ [key]: event.currentTarget.value }),
  });
  return (
    <>
      <div className={classes['names']}>
        <TextInput label="First name" {...text('firstName')} />
        <TextInput label="Last name" {...text('lastName')} />
      </div>
      <TextInput label="Email" type="email" {...text('email')} />
      <Select
        label="Role"
        description={[draft.role && ROLE_MEANINGS[draft.role], roleNote].filter(Boolean).join(' ')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        withAsterisk
        placeholder="Choose a role"
        readOnly={isReadOnly}
        error={errors.role}
        data={[...ROLES]}
        value={draft.role || null}
        // Inside the dialog, whose landmark it belongs to.
        comboboxProps={{ withinPortal: false, floatingStrategy: 'fixed' }}
        onChange={(role) => onChange({ role: ROLES.find((each) => each === role) ?? '' })}
      />
    </>
  );
}
