import { Button } from '@mantine/core';
import { Confirm } from '@watchroom/ui';
import { type ReactNode, useId, useState } from 'react';
import classes from './account.module.css';
import { useMyRoles, useMySessions, useMyTokens, useRevokeMySessions, useRevokeMyToken } from './api.ts';
import { keptDraft } from './kept-draft.ts';
import { CreateTokenDialog } from './CreateTokenDialog.tsx';
import { SessionList } from './SessionList.tsx';
import { TokenList } from './TokenList.tsx';

/** The caller's own sessions and access tokens, each a section with its heading. */
export function AccountPanels() {
  return (
    <>
      <OwnSessions />
      <OwnTokens />
    </>
  );
}

function OwnSessions() {
  const sessions = useMySessions();
  const revoke = useRevokeMySessions();
  const [isAsking, setAsking] = useState(false);
  const others = (sessions.data ?? []).filter(({ isCurrent }) => !isCurrent).map(({ id }) => id);
  return (
    <Panel
      title="Sessions"
      text="Where you are signed in. If you do not recognise a session, end it and change your password."
      action={
        others.length > 0 && (
          <Button variant="danger" onClick={() => setAsking(true)}>
            End all others
          </Button>
        )
      }
    >
      <SessionList
        answer={sessions}
        empty="There are no sessions."
        onEnd={(id) => revoke.mutateAsync([id])}
        isEnding={revoke.isPending}
      />
      {isAsking && (
        <Confirm
          title="End all other sessions ?"
          text="You will have to sign in again in every other browser."
          action="End all others"
          onConfirm={() => revoke.mutateAsync(others)}
          onClose={() => setAsking(false)}
        />
      )}
    </Panel>
  );
}

function OwnTokens() {
  const tokens = useMyTokens();
  const revoke = useRevokeMyToken();
  const roles = useMyRoles();
  const [isCreating, setCreating] = useState(() => keptDraft() !== undefined);
  return (
    <Panel
      title="Access tokens"
      text="For scripts that call Watchroom on your behalf. A token can never do more than you can."
      action={roles && <Button onClick={() => setCreating(true)}>New token</Button>}
    >
      <TokenList
        answer={tokens}
        empty="No access tokens yet. With a token, a script does not need your password, and you can revoke it at any time."
        onRevoke={(id) => revoke.mutateAsync(id)}
      />
      {isCreating && roles && <CreateTokenDialog roles={roles} onClose={() => setCreating(false)} />}
    </Panel>
  );
}

interface PanelProps {
  readonly title: string;
  readonly text: string;
  readonly action: ReactNode;
  readonly children: ReactNode;
}

function Panel({ title, text, action, children }: PanelProps) {
  const id = useId();
  return (
    <section className={classes['panel']} aria-labelledby={id}>
      <header className={classes['panelHead']}>
        <h2 id={id} className={classes['panelTitle']}>
          {title}
        </h2>
        {action}
        <p className={classes['hint']}>{text}</p>
      </header>
      {children}
    </section>
  );
}
