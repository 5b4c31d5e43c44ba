import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { FEWEST_PASSWORD_CHARACTERS } from '@watchroom/contract/identity';
import { Notice } from '@watchroom/ui';
import { useEffect, useState } from 'react';
import { ApiError, errorMessage } from '../../app/api-error.ts';
import { leaveTo } from '../../app/leave.ts';
import { useSetUp, useSetup } from '../api.ts';
import { passwordRule } from '../password-rule.ts';
import { IdentityCard } from './IdentityCard.tsx';
import classes from './identity.module.css';

/** First run, opened by the one-time link: makes the administrator. */
export function SetupPage() {
  // Behind the `#`, which the browser sends nowhere.
  const token = useLocation({ select: ({ hash }) => hash });
  const navigate = useNavigate();
  const setup = useSetup();
  const setUp = useSetUp();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [isAsked, setAsked] = useState(false);
  const isOver = setup.data !== undefined && !setup.data.needed && !setUp.isSuccess;
  const isOpen = setup.data?.auth === 'none';
  useEffect(() => {
    if (isOver) leaveTo(isOpen ? '/' : '/login');
  }, [isOver, isOpen]);
  if (isOver) return null;
  const fields = setUp.error instanceof ApiError ? setUp.error.fields : {};
  const wrong = (field: string, text: string) =>
    fields[field] ?? (isAsked && text === '' ? 'This field is required' : undefined);
  return (
    <IdentityCard
      title="Set up Watchroom"
      text="Create the administrator account. This link works once."
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(true);
        if (email === '' || password === '') return;
        const person = { token, email, password, ...(name.trim() && { name: name.trim() }) };
        setUp.mutate(person, { onSuccess: () => void navigate({ to: '/', replace: true }) });
      }}
    >
      {setUp.isError && Object.keys(fields).length === 0 && (
        <Notice tone="unhealthy">{errorMessage(setUp.error)}</Notice>
      )}
      <TextInput
        label="Name"
        name="name"
        autoComplete="name"
        autoFocus
        error={fields['name']}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        withAsterisk
        error={wrong('email', email)}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <PasswordInput
        label="Password"
        description={passwordRule(FEWEST_PASSWORD_CHARACTERS)}
        name="password"
        autoComplete="new-password"
        withAsterisk
        error={wrong('password', password)}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
      />
      <Button type="submit" variant="filled" className={classes['submit'] ?? ''} loading={setUp.isPending}>
        Create the administrator account
      </Button>
    </IdentityCard>
  );
}
