import { Autocomplete } from '@mantine/core';
import { localZone } from '@watchroom/time';
import { useEffect, useState } from 'react';
import { matchingOptions } from '../../filter/matching-options.ts';
import { clockTime } from '../../format/age.ts';
import { type FieldProps, frameOf, textOf } from '../field-frame.ts';
import classes from '../form.module.css';
import type { NextRuns } from './next-runs.ts';
import { scheduleChoices } from './schedule-choices.ts';

/** A schedule out of a list or typed freely, with its next three runs. */
export function ScheduleField(props: FieldProps) {
  const { schema, value, onChange } = props;
  const text = textOf(value);
  const next = useNextRuns(text);
  const frame = frameOf(props);
  const problem = next && 'problem' in next ? next.problem : undefined;
  return (
    <div className={classes['wide']}>
      <Autocomplete
        {...frame}
        size="xs"
        description={schema.description ?? '@every 30s, @hourly, or five cron fields'}
        error={frame.error ?? problem}
        data={[...scheduleChoices(schema['x-schedule'])]}
        filter={({ options, search }) => matchingOptions(options, search)}
        value={text}
        onChange={(typed) => onChange(typed || undefined)}
      />
      <p className={classes['runs']} role="status">
        {next && 'runs' in next && (next.runs.length > 0 ? sentenceOf(next.runs) : 'Never runs by itself')}
      </p>
    </div>
  );
}

function sentenceOf(runs: readonly number[]): string {
  return `Next runs: ${runs.map((run) => clockTime(run)).join(' · ')} (${localZone()})`;
}

/** Nothing for an empty text, and until the calendar has been loaded. */
function useNextRuns(text: string): NextRuns | undefined {
  const [found, setFound] = useState<{ readonly text: string; readonly next: NextRuns }>();
  useEffect(() => {
    if (text.trim() === '') return undefined;
    let isOld = false;
    void import('./next-runs.ts').then(({ nextRuns }) => {
      if (!isOld) setFound({ text, next: nextRuns(text, Date.now()) });
    });
    return () => {
      isOld = true;
    };
  }, [text]);
  return found?.text === text ? found.next : undefined;
}
