import { useState } from 'react';
import { parseAddress, writeAddress } from '../../app/address.ts';
import { FlowButton, FlowProblem, FlowSkeleton } from '../flows/controls.tsx';
import { FlowField } from '../flows/FlowField.tsx';
import classes from '../flows/flows.module.css';
import type { InputNode } from '../flows/form-shape.ts';
import { useFlow } from '../flows/use-flow.ts';
import { otherPage } from './addresses.ts';
import { FlowPanel } from './FlowPanel.tsx';
import { invitationIn } from './invitation.ts';
import { PublicPage } from './PublicPage.tsx';
import { useSetupState } from './use-setup-state.ts';

const TITLE = 'Create account';

/** Making an account, where that is open to whoever comes. */
export function RegistrationPage() {
  const { setup, problem, retry } = useSetupState();
  const address = parseAddress(location.search);
  const links = <a href={otherPage('/login')}>Sign in instead</a>;
  if (address['invitation'] || address['flow'] || setup?.registration === 'open') return <RegistrationForm />;
  if (!setup)
    return (
      <PublicPage title={TITLE} links={links}>
        {problem === undefined ? <FlowSkeleton fields={3} /> : <FlowProblem message={problem} onRetry={retry} />}
      </PublicPage>
    );
  if (setup.registration === 'closed')
    return (
      <PublicPage title={TITLE} links={links} text="Registration is closed. Ask an administrator for an account." />
    );
  return (
    <PublicPage
      title={TITLE}
      links={links}
      text="Registration is by invitation only. Open the link that you were sent, or paste it here."
    >
      <InvitationForm />
    </PublicPage>
  );
}

function RegistrationForm() {
  const page = useFlow('registration');
  return (
    <PublicPage title={TITLE} links={<a href={otherPage('/login')}>Sign in instead</a>}>
      <FlowPanel page={page} fields={4} />
    </PublicPage>
  );
}

function InvitationForm() {
  const [wrong, setWrong] = useState<string>();
  const node: InputNode = {
    type: 'input',
    group: 'default',
    attributes: { node_type: 'input', name: 'invitation', type: 'text', disabled: false, autocomplete: 'off' },
    messages: wrong === undefined ? [] : [{ id: 0, text: wrong, type: 'error' }],
    meta: { label: { id: 0, text: 'Invitation link or code', type: 'info' } },
  };
  return (
    <form
      className={classes['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const typed = new FormData(event.currentTarget).get('invitation');
        const invitation = invitationIn(typeof typed === 'string' ? typed : '');
        if (invitation === undefined) return setWrong('Enter the link that you were sent, or the code at its end');
        const { return_to } = parseAddress(location.search);
        location.assign(`/registration${writeAddress({ invitation, return_to })}`);
      }}
    >
      <FlowField node={node} initial={undefined} isFirst />
      <FlowButton type="submit" tone="main">
        Continue
      </FlowButton>
    </form>
  );
}
