import { Button, PasswordInput, TextInput } from '@mantine/core';
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { Notice } from '@watchroom/ui';
import { useState } from 'react';
import { type Address, safeReturnPath } from '../../app/address.ts';
import { errorMessage } from '../../app/api-error.ts';
import { useSetup, useSignIn } from '../api.ts';
import { IdentityCard } from './IdentityCard.tsx';
import classes from './identity.module.css';

/** Email and password; then back to where the person wanted to go. */
export function LoginPage() {
  const address: Address = useSearch({ strict: false });
  const navigate = useNavigate();
  const setup = useSetup();
  const signIn = useSignIn();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [isAsked, setAsked] = useState(false);
  const back = safeReturnPath(address['return_to']);
  if (setup.data?.auth === 'none') return <Navigate to={back} replace />;
  if (setup.data?.needed)
    return (
      <IdentityCard
        title="Set up Watchroom"
        text="Nobody can sign in yet. Open the one-time link that the server printed when it started; it makes the administrator."
      />
    );
  const missing = (text: string) => (isAsked && text === '' ? 'This field is required' : undefined);
  return (
    <IdentityCard
      title="Sign in"
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(true);
        if (email === '' || password === '') return;
        signIn.mutate({ email, password }, { onSuccess: () => void navigate({ href: back, replace: true }) });
      }}
    >
      {signIn.isError && <Notice tone="unhealthy">{errorMessage(signIn.error)}</Notice>}
      <TextInput
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        autoFocus
        error={missing(email)}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <PasswordInput
        label="Password"
        name="password"
        autoComplete="current-password"
        error={missing(password)}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
      />
      <Button type="submit" variant="filled" className={classes['submit'] ?? ''} loading={signIn.isPending}>
        Sign in
      </Button>
    </IdentityCard>
  );
}
