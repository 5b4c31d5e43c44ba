import type { Flow } from '@watchroom/contract/identity';
import { toastError } from '@watchroom/ui';
import { useEffect, useRef, useState } from 'react';
import { parseAddress } from '../../app/address.ts';
import { errorMessage } from '../../app/api-error.ts';
import type { AddressSecrets } from '../flows/address-secrets.ts';
import { endSession } from '../flows/client.ts';
import { FlowMessage } from '../flows/controls.tsx';
import { isInput, valuesOf } from '../flows/form-shape.ts';
import { type FlowPage, useFlow } from '../flows/use-flow.ts';
import { otherPage, returnPath } from './addresses.ts';
import { FlowPanel } from './FlowPanel.tsx';
import classes from './identity.module.css';
import { PublicPage } from './PublicPage.tsx';
import { SignInQuestion } from './SignInQuestion.tsx';
import { useSetupState } from './use-setup-state.ts';

type Credentials = NonNullable<AddressSecrets['credentials']>;

/** Signing in, the second step of it, and confirming who one is before something that matters. */
export function LoginPage({ credentials }: { readonly credentials: Credentials | undefined }) {
  const { setup, problem } = useSetupState();
  const page = useFlow('login');
  const purpose = purposeOf(page.flow);
  const [answer, setAnswer] = useState<'yes' | 'no'>();
  // Where nobody can say, the question is the safe one.
  const mode = setup?.signInFromAddress ?? (problem === undefined ? undefined : 'ask');
  const given = purpose === 'sign-in' && answer !== 'no' ? credentials : undefined;
  const isAgreed = mode === 'at-once' || (mode === 'ask' && answer === 'yes');
  useSignInFromAddress(page, isAgreed ? given : undefined);
  const isOpen = setup?.auth === 'none';
  useEffect(() => {
    if (isOpen) location.replace('/');
  }, [isOpen]);

  if (setup?.needed)
    return (
      <PublicPage
        title="Set up Watchroom"
        text="Nobody can sign in yet. Open the one-time link that the server printed when it started; it creates the administrator account."
      />
    );
  if (given && !isAgreed && mode !== 'never' && page.problem === undefined)
    return <SignInQuestion name={given.identifier} isReady={mode === 'ask'} onAnswer={setAnswer} />;
  return (
    <PublicPage
      title={TITLES[purpose]}
      links={<LoginLinks purpose={purpose} isClosed={setup?.registration === 'closed'} />}
    >
      {given && mode === 'never' && (
        <FlowMessage tone="info">
          Signing in from a link is switched off on this server. Enter your password.
        </FlowMessage>
      )}
      <FlowPanel page={page} {...(given && { initial: { identifier: given.identifier } })} />
    </PublicPage>
  );
}

type Purpose = 'sign-in' | 'second-step' | 'confirm';

const TITLES: Readonly<Record<Purpose, string>> = {
  'sign-in': 'Sign In to your account',
  'second-step': 'Two-Factor Authentication',
  confirm: 'Confirm Action',
};

/** Until the flow is here, the address tells what it will be. */
function purposeOf(flow: Flow | undefined): Purpose {
  const address = parseAddress(location.search);
  if (flow ? flow.refresh : address['refresh'] === 'true') return 'confirm';
  return (flow?.requested_aal ?? address['aal']) === 'aal2' ? 'second-step' : 'sign-in';
}

function LoginLinks({ purpose, isClosed }: { readonly purpose: Purpose; readonly isClosed: boolean }) {
  if (purpose === 'sign-in')
    return (
      <>
        <a href={otherPage('/recovery')}>Reset password</a>
        {!isClosed && <a href={otherPage('/registration')}>Create account</a>}
      </>
    );
  return (
    <>
      {purpose === 'confirm' && <a href={returnPath()}>Go back</a>}
      <button type="button" className={classes['link']} onClick={() => void leave()}>
        Sign out
      </button>
    </>
  );
}

async function leave(): Promise<void> {
  try {
    await endSession();
    location.replace('/login');
  } catch (error) {
    toastError(errorMessage(error));
  }
}

/** Sends what the address held, once: a wrong password is never tried again by itself. */
function useSignInFromAddress({ flow, submit }: FlowPage, credentials: Credentials | undefined): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (!flow || !credentials || isDone.current) return;
    isDone.current = true;
    const { nodes } = flow.ui;
    const button = nodes
      .filter(isInput)
      .find(({ group, attributes: { type } }) => group === 'password' && type === 'submit');
    if (!button) return;
    const given: Readonly<Record<string, string>> = { ...credentials };
    const { name, value = '' } = button.attributes;
    submit(valuesOf(nodes, 'password', (field) => given[field], { name, value }));
  }, [flow, credentials, submit]);
}
