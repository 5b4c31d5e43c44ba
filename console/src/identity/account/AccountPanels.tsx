import { Button } from '@mantine/core';
import { Confirm } from '@watchroom/ui';
import { type ReactNode, useId, useState } from 'react';
import classes from './account.module.css';
import { useMyRoles, useMySessions, useMyTokens, useRevokeMySessions, useRevokeMyToken } from './api.ts';
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
      text="Where you are signed in. End what you do not know, and then change your password."
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
          text="Every other browser in which you are signed in has to sign in again."
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
  const [isCreating, setCreating] = useState(false);
  return (
    <Panel
      title="Access tokens"
      text="For scripts that call Watchroom in your name. A token may do at most what you may."
      action={roles && <Button onClick={() => setCreating(true)}>New token</Button>}
    >
      <TokenList
        answer={tokens}
        empty="None yet. A token lets a script in without your password, and can be revoked by itself."
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
