import type { NodeGroup, UiText } from '@watchroom/contract/identity';
import { ErrorPanel } from '@watchroom/ui';
import { useEffect, useId, useState } from 'react';
import { parseAddress, safeReturnPath } from '../../app/address.ts';
import { Page } from '../../app/Page.tsx';
import { AccountPanels } from '../account/AccountPanels.tsx';
import { FlowMessage, FlowMessages, FlowSkeleton } from '../flows/controls.tsx';
import { FlowForm } from '../flows/FlowForm.tsx';
import { blocksOf } from '../flows/form-shape.ts';
import { type FlowPage, useFlow } from '../flows/use-flow.ts';
import classes from './profile.module.css';

/** Milliseconds for which the answer to a change stays. */
const MESSAGE_LIFE = 10_000;

interface Section {
  readonly title: string;
  readonly groups: readonly NodeGroup[];
  /** Where the flow offers nothing of it. */
  readonly empty: string;
}

const SECTIONS: readonly Section[] = [
  {
    title: 'Profile Settings',
    groups: ['profile'],
    empty: 'The name and email of this account are managed elsewhere.',
  },
  { title: 'Change Password', groups: ['password'], empty: 'This account signs in without a password.' },
  {
    title: 'Manage Social Sign In',
    groups: ['oidc'],
    empty: 'No other sign-in service is set up on this server. An administrator can add one.',
  },
  {
    title: 'Manage 2FA Backup Recovery Codes',
    groups: ['lookup_secret'],
    empty: 'Backup codes replace a second factor. Set up an authenticator app, a security key or a passkey first.',
  },
  {
    title: 'Manage 2FA TOTP Authenticator App',
    groups: ['totp'],
    empty: 'Authenticator apps are not offered on this server.',
  },
  {
    title: 'Manage Hardware Tokens and Biometrics',
    groups: ['webauthn', 'passkey'],
    empty: 'Security keys and passkeys are not offered at this address. They need a host name and HTTPS.',
  },
];

/** What a person changes about the own account, and where it is in use. */
export function ProfilePage() {
  const page = useFlow('settings');
  const { flow } = page;
  const messages = usePassing(flow?.ui.messages ?? NONE);
  const said = usePassing(page.said === undefined ? NONE : [page.said]);
  // Where the change was made its answer stands; `active` names the method, which mostly is its group.
  const place = SECTIONS.findIndex(({ groups }) => groups.some((group) => group === flow?.active));
  const address = parseAddress(location.search);
  return (
    <Page title="Your Profile">
      <div className={classes['profile']}>
        <a className={classes['back']} href={safeReturnPath(address['return_to'] ?? flow?.return_to)}>
          Go back
        </a>
        {address['recovered'] !== undefined && (
          <FlowMessage tone="info">Your account is recovered. Choose a new password now.</FlowMessage>
        )}
        {said.map((sentence) => (
          <FlowMessage key={sentence} tone="error">
            {sentence}
          </FlowMessage>
        ))}
        {place < 0 && <FlowMessages messages={messages} />}
        {page.problem === undefined ? (
          SECTIONS.map((section, index) => (
            <ProfileSection
              key={section.title}
              section={section}
              page={page}
              messages={index === place ? messages : NONE}
            />
          ))
        ) : (
          <ErrorPanel message={page.problem} onRetry={page.retry} />
        )}
        <AccountPanels />
      </div>
    </Page>
  );
}

const NONE: readonly never[] = [];

interface SectionProps {
  readonly section: Section;
  readonly page: FlowPage;
  readonly messages: readonly UiText[];
}

function ProfileSection({ section: { title, groups, empty }, page, messages }: SectionProps) {
  const id = useId();
  const { flow } = page;
  const isOffered = !flow || blocksOf(flow.ui.nodes, groups).length > 0;
  return (
    <section className={classes['section']} aria-labelledby={id}>
      <h2 className={classes['title']} id={id}>
        {title}
      </h2>
      <FlowMessages messages={messages} />
      {!isOffered && <p className={classes['empty']}>{empty}</p>}
      {flow ? isOffered && <FlowForm flow={flow} page={page} groups={groups} /> : <FlowSkeleton fields={1} />}
    </section>
  );
}

/** What is shown for ten seconds, and anew when it changes. */
function usePassing<Shown>(given: readonly Shown[]): readonly Shown[] {
  const [over, setOver] = useState<readonly Shown[]>();
  const key = JSON.stringify(given);
  useEffect(() => {
    if (given.length === 0) return undefined;
    const timer = setTimeout(() => setOver(given), MESSAGE_LIFE);
    return () => clearTimeout(timer);
  }, [given]);
  return over !== undefined && (over === given || JSON.stringify(over) === key) ? [] : given;
}
