import { Button, TextInput } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { type Target, targetFromText } from '@watchroom/contract/health';
import { Notice } from '@watchroom/ui';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { errorMessage } from '../../app/api-error.ts';
import { useKinds, useSaveCanary } from '../api.ts';
import { DEFAULT_SCHEDULE } from '../check-draft.ts';
import classes from './first.module.css';

export const WATCH_TITLE = 'What should we watch?';

/** A check that was made from one line. */
export interface Watched {
  readonly canaryId: string;
  readonly name: string;
}

interface Props {
  /** What the field begins with. */
  readonly start?: string | undefined;
  readonly hasFocus?: boolean;
  readonly onSaved: (watched: Watched) => void;
  /** Beside the button. */
  readonly children?: ReactNode;
}

/** One field: a URL, a host and port, or a name becomes a check. */
export function WatchForm({ start = '', hasFocus = false, onSaved, children }: Props) {
  const [text, setText] = useState(start);
  const [isAsked, setAsked] = useState(false);
  const save = useSaveCanary();
  const target = targetFromText(text);
  const problem = typeof target === 'string' ? target : undefined;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setAsked(true);
    if (typeof target === 'string' || save.isPending) return;
    const { kind, name, spec } = target;
    save.mutate(
      { input: { name, namespace: 'default', spec: { schedule: DEFAULT_SCHEDULE, [kind]: [{ name, ...spec }] } } },
      { onSuccess: ({ id }) => onSaved({ canaryId: id, name }) },
    );
  };
  return (
    <form className={classes['box']} onSubmit={submit} noValidate>
      <TextInput
        className={classes['field'] ?? ''}
        size="md"
        autoFocus={hasFocus}
        aria-label={WATCH_TITLE}
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
        {children}
      </div>
    </form>
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
