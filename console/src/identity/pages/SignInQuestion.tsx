import { FlowButton, FlowSkeleton } from '../flows/controls.tsx';
import classes from '../flows/flows.module.css';
import { PublicPage } from './PublicPage.tsx';
import { shownName } from './shown-name.ts';

interface Props {
  /** As the address has it: whoever wrote the link chose it. */
  readonly name: string;
  /** False while it is not known yet whether a question is asked at all. */
  readonly isReady: boolean;
  readonly onAnswer: (answer: 'yes' | 'no') => void;
}

/**
 * Asks before somebody is signed in with what a link holds: it may lead into the account of whoever wrote it. No button has
 * the focus, so that a key that is pressed already answers nothing.
 */
export function SignInQuestion({ name, isReady, onAnswer }: Props) {
  if (!isReady)
    return (
      <PublicPage title="Sign In to your account">
        <FlowSkeleton fields={1} />
      </PublicPage>
    );
  return (
    <PublicPage
      title={`Sign in as ${shownName(name)}?`}
      text="The link that you opened contains this name and a password. If you did not expect that, do not sign in: the owner of the account would see what you do next."
    >
      <div className={classes['buttons']}>
        <FlowButton tone="main" onPress={() => onAnswer('yes')}>
          Sign in
        </FlowButton>
        <FlowButton onPress={() => onAnswer('no')}>Do not sign in</FlowButton>
      </div>
    </PublicPage>
  );
}
