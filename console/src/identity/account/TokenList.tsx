import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import type { TokenRow } from '@watchroom/contract/identity';
import { age, Confirm, exactTime, RelativeTime, timeUntil, useClockText } from '@watchroom/ui';
import { useState } from 'react';
import classes from './account.module.css';
import { RowList } from './RowList.tsx';
import { scopeWord } from './token-draft.ts';

interface Props {
  readonly answer: Parameters<typeof RowList<TokenRow>>[0]['answer'];
  readonly empty: string;
  /** Ends one; without it the list is only to be read. */
  readonly onRevoke?: (id: string) => Promise<unknown>;
}

/** Access tokens with what they may do and when they were used last. */
export function TokenList({ answer, empty, onRevoke }: Props) {
  const [asked, setAsked] = useState<TokenRow>();
  return (
    <>
      <RowList
        label="Access tokens"
        answer={answer}
        empty={empty}
        row={(token) => (
          <>
            <IconKey size={18} stroke={1.6} className={classes['icon']} aria-hidden />
            <span className={classes['words']}>
              <span className={classes['head']}>
                <span className={`ui-cut ${classes['name']}`} title={token.name}>
                  {token.name}
                </span>
                <span className={classes['tag']}>{scopeWord(token.scope)}</span>
              </span>
              <span className={classes['facts']}>
                <Expiry time={token.expiresAt} />
                {token.lastUsedAt ? (
                  <span>
                    used <RelativeTime time={token.lastUsedAt} />
                    {token.lastUsedAddress && ` from ${token.lastUsedAddress}`}
                  </span>
                ) : (
                  <span>never used</span>
                )}
                <span>
                  made <RelativeTime time={token.createdAt} />
                </span>
              </span>
            </span>
            {onRevoke && (
              <Button variant="danger" aria-label={`Revoke ${token.name}`} onClick={() => setAsked(token)}>
                Revoke
              </Button>
            )}
          </>
        )}
      />
      {asked && onRevoke && (
        <Confirm
          title={`Revoke ${asked.name} ?`}
          text="Scripts that use this token will be refused. You cannot undo this."
          action="Revoke"
          onConfirm={() => onRevoke(asked.id)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

function Expiry({ time }: { readonly time: string }) {
  const words = useClockText((now) =>
    new Date(time).getTime() <= now ? `expired ${age(time, now)} ago` : `expires in ${timeUntil(time, now)}`,
  );
  return (
    <time
      className={words.startsWith('expired') ? classes['expired'] : undefined}
      dateTime={time}
      title={exactTime(time)}
    >
      {words}
    </time>
  );
}
