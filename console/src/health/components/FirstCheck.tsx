import { Button } from '@mantine/core';
import { StatusBadge, UptimeStrip } from '@watchroom/ui';
import { useState } from 'react';
import { Logo } from '../../app/Logo.tsx';
import { useCheckOf } from '../api.ts';
import { healthOf, healthWord } from '../check-words.ts';
import classes from './first.module.css';
import { WATCH_TITLE, type Watched, WatchForm } from './WatchForm.tsx';

interface Props {
  /** The first check exists: the page stays here until the person moves on. */
  readonly onCreated: () => void;
  readonly onDone: () => void;
  readonly onForm: () => void;
}

/** First start: one field, and the first result under it. */
export function FirstCheck({ onCreated, onDone, onForm }: Props) {
  const [watched, setWatched] = useState<Watched>();
  if (watched) return <FirstResult canaryId={watched.canaryId} name={watched.name} onDone={onDone} />;
  return (
    <div className={classes['place']}>
      <div className={classes['box']}>
        <Logo size={40} />
        <h2 className={classes['title']}>{WATCH_TITLE}</h2>
        <WatchForm
          hasFocus
          onSaved={(made) => {
            setWatched(made);
            onCreated();
          }}
        >
          <Button variant="subtle" onClick={onForm}>
            Choose a kind and set all fields
          </Button>
        </WatchForm>
      </div>
    </div>
  );
}

function FirstResult({
  canaryId,
  name,
  onDone,
}: {
  readonly canaryId: string;
  readonly name: string;
  readonly onDone: () => void;
}) {
  const check = useCheckOf(canaryId, name).data;
  const hasRun = check?.last_runtime != null;
  return (
    <div className={classes['place']}>
      <div className={classes['box']} role="status">
        {check && (hasRun || check.problem) ? (
          <StatusBadge health={healthOf(check)}>{healthWord(check)}</StatusBadge>
        ) : (
          <StatusBadge health="info">Running the first check</StatusBadge>
        )}
        <h2 className={`${classes['title']} ${classes['target']}`}>{name}</h2>
        <UptimeStrip bars={check?.strip ?? []} />
        <p className={classes['plan']}>
          {check?.problem ?? (check?.message || (hasRun ? 'It answered. The next run is in 30 seconds.' : ' '))}
        </p>
        <Button variant="filled" onClick={onDone}>
          Show the health page
        </Button>
      </div>
    </div>
  );
}
