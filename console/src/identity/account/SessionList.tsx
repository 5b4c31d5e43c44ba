import { Button } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import type { SessionRow } from '@watchroom/contract/identity';
import { RelativeTime, toastError } from '@watchroom/ui';
import { errorMessage } from '../../app/api-error.ts';
import classes from './account.module.css';
import { deviceWords } from './device-words.ts';
import { RowList } from './RowList.tsx';

interface Props {
  readonly answer: Parameters<typeof RowList<SessionRow>>[0]['answer'];
  readonly empty: string;
  /** Ends one; without it the list is only to be read. */
  readonly onEnd?: (id: string) => Promise<unknown>;
  readonly isEnding: boolean;
}

/** Where somebody is signed in. The session that asks is marked, and ends by signing out alone. */
export function SessionList({ answer, empty, onEnd, isEnding }: Props) {
  return (
    <RowList
      label="Sessions"
      answer={answer}
      empty={empty}
      row={(session) => {
        const { name, isHandheld } = deviceWords(session.userAgent);
        const Device = isHandheld ? IconDeviceMobile : IconDeviceDesktop;
        return (
          <>
            <Device size={18} stroke={1.6} className={classes['icon']} aria-hidden />
            <span className={classes['words']}>
              <span className={classes['head']}>
                <span className={`ui-cut ${classes['name']}`} title={session.userAgent ?? undefined}>
                  {name}
                </span>
                {session.isCurrent && <span className={classes['mark']}>This session</span>}
                {session.assuranceLevel === 'aal2' && <span className={classes['tag']}>Second factor</span>}
              </span>
              <span className={classes['facts']}>
                <span>{session.address ?? 'Unknown address'}</span>
                <span>
                  since <RelativeTime time={session.createdAt} />
                </span>
                <span>
                  last seen <RelativeTime time={session.lastSeenAt} />
                </span>
              </span>
            </span>
            {onEnd && !session.isCurrent && (
              <Button
                disabled={isEnding}
                aria-label={`End the session ${name}, ${session.address ?? 'unknown address'}`}
                onClick={() => void onEnd(session.id).catch((error: unknown) => toastError(errorMessage(error)))}
              >
                End
              </Button>
            )}
          </>
        );
      }}
    />
  );
}
