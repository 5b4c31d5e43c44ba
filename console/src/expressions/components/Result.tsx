import { ActionIcon } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import type { TrialResult } from '@watchroom/contract/expressions';
import { copyText, ErrorPanel, Notice, Skeleton } from '@watchroom/ui';
import { errorMessage } from '../../app/api-error.ts';
import classes from './playground.module.css';

interface Props {
  /** The newest that there is; it may be of the text before. */
  readonly result: TrialResult | undefined;
  readonly isEmpty: boolean;
  readonly isWaiting: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** Characters that are drawn; more would make the page slow. */
const MOST_SHOWN = 50_000;

/** What an expression gives: value, text, error and time. */
export function Result({ result, isEmpty, isWaiting, error, retry }: Props) {
  return (
    <section className={classes['part']} aria-labelledby="result-title" aria-busy={isWaiting}>
      <div className={classes['head']}>
        <h2 id="result-title">Result</h2>
        <span className={classes['time']}>
          {isWaiting ? 'Evaluating…' : result && !error && `${result.milliseconds.toLocaleString('en')} ms`}
        </span>
      </div>
      {error ? (
        <ErrorPanel title="The expression was not evaluated" message={errorMessage(error)} onRetry={retry} />
      ) : isEmpty ? (
        <p className={classes['empty']}>Type an expression above to see what it gives.</p>
      ) : result ? (
        <Found result={result} />
      ) : (
        <Skeleton height="44px" />
      )}
    </section>
  );
}

function Found({ result: { value, text, error } }: { readonly result: TrialResult }) {
  // A text is not shown a second time as JSON.
  const isText = value?.startsWith('"') ?? false;
  return (
    <div className={classes['found']}>
      {error && (
        <Notice tone="unhealthy">
          {error.part === 'environment' ? 'Environment, line' : 'Line'} {error.line}, column {error.column}:{' '}
          {error.message} {error.hint}
        </Notice>
      )}
      {value !== undefined && !isText && <Shown label="Value" text={value} />}
      {text !== undefined && (isText || text !== value) && <Shown label={isText ? 'Text' : 'As text'} text={text} />}
    </div>
  );
}

function Shown({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div>
      <div className={classes['shownHead']}>
        <h3>{label}</h3>
        {text.length > MOST_SHOWN && (
          <span>
            the first {MOST_SHOWN.toLocaleString('en')} of {text.length.toLocaleString('en')} characters
          </span>
        )}
        <ActionIcon aria-label={`Copy ${label.toLowerCase()}`} onClick={() => void copyText(text)}>
          <IconCopy size={15} stroke={1.6} />
        </ActionIcon>
      </div>
      {text === '' ? (
        <p className={classes['empty']}>Empty</p>
      ) : (
        <pre className={classes['shown']} tabIndex={0} role="region" aria-label={label}>
          {text.slice(0, MOST_SHOWN)}
        </pre>
      )}
    </div>
  );
}
