import type { Flow } from '@watchroom/contract/identity';
import { useState } from 'react';
import type { AddressSecrets } from '../flows/address-secrets.ts';
import { FlowButton, FlowMessage } from '../flows/controls.tsx';
import { isInput, valuesOf } from '../flows/form-shape.ts';
import { useFlow } from '../flows/use-flow.ts';
import { otherPage, returnPath } from './addresses.ts';
import { FlowPanel } from './FlowPanel.tsx';
import classes from '../flows/flows.module.css';
import { PublicPage } from './PublicPage.tsx';

interface Props {
  readonly token: AddressSecrets['token'];
}

export function RecoveryPage({ token }: Props) {
  return (
    <MailFlowPage
      kind="recovery"
      title="Recover account"
      text="Enter the email of your account. You will get a code to sign in with, and then choose a new password."
      token={token}
      confirms="Sign in with the link from your mail. It works once."
    />
  );
}

export function VerificationPage({ token }: Props) {
  return (
    <MailFlowPage
      kind="verification"
      title="Verify your account"
      text="Confirm that your email is yours with a code that we send to it."
      token={token}
      confirms="Use the link from your mail to confirm that the email is yours."
    />
  );
}

/** Whether the server began the flow from the link of a mail. */
function isLinkOf(flow: Flow | undefined): boolean {
  return flow?.ui.nodes.some((node) => isInput(node) && node.attributes.name === 'token') ?? false;
}

/** A flow that goes by a code or a link in a mail. */
function MailFlowPage(
  props: Props & Readonly<Record<'title' | 'text' | 'confirms', string>> & { kind: 'recovery' | 'verification' },
) {
  const { kind, title, text, token, confirms } = props;
  const page = useFlow(kind);
  const { flow } = page;
  // Only where a person pressed: what looks through mails opens every link.
  const [isOpened, setOpened] = useState(false);
  const isLink = token !== undefined && !isOpened && page.problem === undefined;
  const isOver = flow?.state === 'passed_challenge';
  const isFirst = flow === undefined || flow.state === 'choose_method';
  return (
    <PublicPage
      title={title}
      {...(isLink || isLinkOf(flow) ? { text: confirms } : isFirst && { text })}
      links={isOver ? <a href={returnPath()}>Continue</a> : <a href={otherPage('/login')}>Go back</a>}
    >
      {isLink && flow ? (
        <div className={classes['form']}>
          {page.said !== undefined && <FlowMessage tone="error">{page.said}</FlowMessage>}
          <FlowButton
            tone="main"
            onPress={() => {
              setOpened(true);
              page.submit({ ...valuesOf(flow.ui.nodes, 'default', () => undefined), method: 'code', token });
            }}
          >
            Continue
          </FlowButton>
        </div>
      ) : (
        <FlowPanel page={page} fields={1} />
      )}
    </PublicPage>
  );
}
