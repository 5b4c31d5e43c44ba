import { Button, TextInput } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { type Target, targetFromText } from '@watchroom/contract/health';
import { Notice, StatusBadge, UptimeStrip } from '@watchroom/ui';
import { type SubmitEvent, useState } from 'react';
import { errorMessage } from '../../app/api-error.ts';
import { Logo } from '../../app/Logo.tsx';
import { useCheckOf, useKinds, useSaveCanary } from '../api.ts';
import { DEFAULT_SCHEDULE } from '../check-draft.ts';
import { healthOf, healthWord } from '../check-words.ts';
import classes from './first.module.css';

interface Props {
  /** The first check exists: the page stays here until the person moves on. */
  readonly onCreated: () => void;
  readonly onDone: () => void;
  readonly onForm: () => void;
}

/** First start: one field, and the first result under it. */
export function FirstCheck({ onCreated, onDone, onForm }: Props) {
  const [text, setText] = useState('');
  const [isAsked, setAsked] = useState(false);
  const save = useSaveCanary();
  const target = targetFromText(text);
  const problem = typeof target === 'string' ? target : undefined;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setAsked(true);
    if (typeof target === 'string') return;
    const { kind, name, spec } = target;
    save.mutate(
      { input: { name, namespace: 'default', spec: { schedule: DEFAULT_SCHEDULE, [kind]: [{ name, ...spec }] } } },
      { onSuccess: onCreated },
    );
  };
  if (save.data && typeof target !== 'string')
    return <FirstResult canaryId={save.data.id} name={target.name} onDone={onDone} />;
  return (
    <div className={classes['place']}>
      <form className={classes['box']} onSubmit={submit} noValidate>
        <Logo size={40} />
        <h2 className={classes['title']}>What should we watch?</h2>
        <TextInput
          className={classes['field'] ?? ''}
          size="md"
          autoFocus
          aria-label="What should we watch?"
          placeholder="https://example.org"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={text}
          error={isAsked ? problem : undefined}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setAsked(false);
          }}
        />
        <p className={classes['plan']}>
          {typeof target === 'string' ? (
            'A URL, a host and port, or a host name. Watchroom checks it every 30 seconds.'
          ) : (
            <Plan target={target} />
          )}
        </p>
        {save.isError && <Notice tone="unhealthy">{errorMessage(save.error)}</Notice>}
        <div className={classes['actions']}>
          <Button type="submit" variant="filled" rightSection={<IconArrowRight size={16} />} loading={save.isPending}>
            Start watching
          </Button>
          <Button variant="subtle" onClick={onForm}>
            Choose a kind and set all fields
          </Button>
        </div>
      </form>
    </div>
  );
}

/** What the typed text will do, before it is done. */
function Plan({ target }: { readonly target: Target }) {
  const kind = useKinds().data?.find((each) => each.documentKey === target.kind);
  return (
    <>
      <b>{kind?.title ?? target.kind.toUpperCase()}</b> check of <b className={classes['target']}>{target.name}</b>{' '}
      every 30 seconds. {kind?.summary}
    </>
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
