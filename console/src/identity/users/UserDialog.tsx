import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { PanelTabs, Sheet, StatusBadge, tabId } from '@watchroom/ui';
import { useState } from 'react';
import type { Address } from '../../app/address.ts';
import { initials } from '../../app/initials.ts';
import { useCan } from '../../app/session.ts';
import { type FormPlace, useUnsavedQuestion } from '../../app/unsaved.tsx';
import { SessionList } from '../account/SessionList.tsx';
import { TokenList } from '../account/TokenList.tsx';
import { useRenewInvitation, useRevokeSessionOf, useRevokeTokenOf, useSessionsOf, useTokensOf } from './api.ts';
import { DeleteUser } from './DeleteUser.tsx';
import { InviteLink } from './InviteLink.tsx';
import { USER_FORM, UserForm } from './UserForm.tsx';
import { wordOfState } from './user-words.ts';
import type { User } from './user.ts';
import classes from './users.module.css';

interface Props {
  readonly user: User;
  readonly onClose: () => void;
}

const PANEL = 'user';
const TABS = [
  { id: 'details', title: 'Details' },
  { id: 'sessions', title: 'Sessions' },
  { id: 'tokens', title: 'Access tokens' },
] as const;

const isSameUser = ({ pathname, search }: FormPlace, current: FormPlace) =>
  pathname === current.pathname && search['user'] === current.search['user'];

/** A user: what is known, where they are signed in, and the tokens of their scripts. */
export function UserDialog({ user, onClose }: Props) {
  const address: Address = useSearch({ strict: false });
  const navigate = useNavigate();
  const mayWrite = useCan('identities:write');
  const [isDeleting, setDeleting] = useState(false);
  const [save, setSave] = useState({ isChanged: false, isPending: false });
  const { question, letGo } = useUnsavedQuestion(save.isChanged, isSameUser);
  const renew = useRenewInvitation(user.id);
  const selected = TABS.find(({ id }) => id === address['panel'])?.id ?? 'details';
  const hasFooter = mayWrite && selected === 'details';
  const name = user.name ?? '';
  const { health, word } = wordOfState(user.account_state ?? '');
  const finish = () => {
    letGo();
    onClose();
  };
  return (
    <Sheet
      label={`User ${name}`}
      size="medium"
      header={
        <div className={classes['header']}>
          <span className={classes['face']} aria-hidden>
            {initials(name)}
          </span>
          <h2 className={`ui-cut ${classes['title']}`} title={name}>
            {name}
          </h2>
          <StatusBadge health={health}>{word}</StatusBadge>
        </div>
      }
      onClose={onClose}
      footer={
        hasFooter && (
          <>
            <Button variant="danger" onClick={() => setDeleting(true)}>
              Delete
            </Button>
            <span className={classes['push']} />
            {user.account_state === 'invited' && (
              <Button loading={renew.isPending} onClick={() => renew.mutate()}>
                New invite link
              </Button>
            )}
            <Button type="submit" form={USER_FORM} variant="filled" loading={save.isPending}>
              Update
            </Button>
          </>
        )
      }
    >
      <div className={classes['tabs']}>
        <PanelTabs
          label="About the user"
          tabs={TABS}
          selected={selected}
          onSelect={(panel) => void navigate({ to: '.', replace: true, search: (now: Address) => ({ ...now, panel }) })}
          panel={PANEL}
        />
      </div>
      <div
        id={PANEL}
        role="tabpanel"
        aria-labelledby={tabId(PANEL, selected)}
        className={classes['body']}
        data-alone={!hasFooter || undefined}
      >
        {/* It stays, so that what was typed is there again. */}
        <div hidden={selected !== 'details'}>
          <UserForm user={user} mayWrite={mayWrite} failure={renew.error} onState={setSave} onSaved={finish} />
        </div>
        {selected === 'sessions' && <Sessions id={user.id} mayWrite={mayWrite} />}
        {selected === 'tokens' && <Tokens id={user.id} mayWrite={mayWrite} />}
      </div>
      {isDeleting && <DeleteUser id={user.id} name={name} onDeleted={finish} onClose={() => setDeleting(false)} />}
      {renew.data && (
        <InviteLink
          sentence="The new link replaces the earlier one. Please share it with the user."
          invited={renew.data}
          email={user.email ?? ''}
          onClose={renew.reset}
        />
      )}
      {question}
    </Sheet>
  );
}

interface ListProps {
  readonly id: string;
  readonly mayWrite: boolean;
}

function Sessions({ id, mayWrite }: ListProps) {
  const sessions = useSessionsOf(id);
  const revoke = useRevokeSessionOf(id);
  return (
    <div className={classes['lists']}>
      <SessionList
        answer={sessions}
        empty="Not signed in anywhere."
        isEnding={revoke.isPending}
        {...(mayWrite && { onEnd: revoke.mutateAsync })}
      />
    </div>
  );
}

function Tokens({ id, mayWrite }: ListProps) {
  const tokens = useTokensOf(id);
  const revoke = useRevokeTokenOf(id);
  return (
    <div className={classes['lists']}>
      <TokenList
        answer={tokens}
        empty="No access tokens. Each person creates their own, in their profile."
        {...(mayWrite && { onRevoke: revoke.mutateAsync })}
      />
    </div>
  );
}
