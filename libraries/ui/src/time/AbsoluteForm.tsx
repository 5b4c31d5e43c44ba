import { Button, TextInput } from '@mantine/core';
import { localZone, parseMoment, wallTimeAt } from '@watchroom/time';
import { type SyntheticEvent, useId, useRef, useState } from 'react';
import { MonthGrid } from './MonthGrid.tsx';
import { dayText, momentText } from './moment-text.ts';
import { rangeOfEnds, type TimeRange } from './range.ts';
import classes from './range.module.css';

type End = 'from' | 'to';

interface Props {
  readonly range: TimeRange | undefined;
  readonly timeZone: TimeRange['timeZone'];
  readonly onTimeZone: (timeZone: TimeRange['timeZone']) => void;
  readonly onSubmit: (range: TimeRange) => void;
  readonly onClear: () => void;
}

const EDGES = { from: 'start', to: 'end' } as const;
const NO_TIME = 'Not a time. Write 2026-01-31 14:30 or now-2d';

/** From and To as text and by calendar. A picked day fills the end that was last in use; after From follows To. */
export function AbsoluteForm({ range, timeZone, onTimeZone, onSubmit, onClear }: Props) {
  const zone = timeZone ?? localZone();
  const [now] = useState(Date.now);
  const [texts, setTexts] = useState(() =>
    range?.type === 'absolute'
      ? { from: momentText(Date.parse(range.from), zone), to: momentText(Date.parse(range.to), zone) }
      : { from: '', to: '' },
  );
  const [active, setActive] = useState<End>('from');
  const [left, setLeft] = useState<readonly End[]>([]);
  const fields = { from: useRef<HTMLInputElement>(null), to: useRef<HTMLInputElement>(null) };
  const momentOf = (end: End) => parseMoment(texts[end], now, { zone, edge: EDGES[end] });
  const [from, to] = [momentOf('from'), momentOf('to')];
  const errorOf = (end: End) => {
    if (!left.includes(end) || texts[end].trim() === '') return undefined;
    if (momentOf(end) === undefined) return NO_TIME;
    return end === 'to' && from !== undefined && to !== undefined && to <= from ? 'To must be after From' : undefined;
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    setLeft(['from', 'to']);
    if (from === undefined) return fields.from.current?.focus();
    if (to === undefined || to <= from) return fields.to.current?.focus();
    return onSubmit(rangeOfEnds(texts, { from, to }, timeZone));
  };
  const pick = (day: string) => {
    setTexts({ ...texts, [active]: `${day} ${active === 'from' ? '00:00:00' : '23:59:59'}` });
    setLeft(left.filter((end) => end !== active));
    if (active === 'to') return;
    setActive('to');
    fields.to.current?.focus();
  };
  const changeZone = (next: TimeRange['timeZone']) => {
    const moved = (end: End) => {
      const moment = momentOf(end);
      return moment === undefined || texts[end].includes('now') ? texts[end] : momentText(moment, next ?? localZone());
    };
    setTexts({ from: moved('from'), to: moved('to') });
    onTimeZone(next);
  };
  const dayOf = (time: number | undefined) => (time === undefined ? undefined : dayText(wallTimeAt(time, zone)));
  return (
    <form className={classes['form']} onSubmit={submit} noValidate>
      {(['from', 'to'] as const).map((end) => (
        <TextInput
          key={end}
          ref={fields[end]}
          label={end === 'from' ? 'From' : 'To'}
          placeholder={end === 'from' ? 'now-2d or 2026-01-31 14:30' : 'now or 2026-01-31 16:00'}
          autoComplete="off"
          spellCheck={false}
          className={classes['end'] ?? ''}
          data-active={end === active || undefined}
          value={texts[end]}
          error={errorOf(end)}
          onFocus={() => setActive(end)}
          onBlur={() => setLeft([...left, end])}
          onChange={(event) => setTexts({ ...texts, [end]: event.currentTarget.value })}
        />
      ))}
      <MonthGrid
        // Follows the month of a typed From.
        key={dayOf(from)?.slice(0, 7)}
        start={wallTimeAt(from ?? now, zone)}
        today={wallTimeAt(now, zone)}
        first={dayOf(from)}
        last={dayOf(to)}
        fills={active === 'from' ? 'From' : 'To'}
        onPick={pick}
      />
      <ZoneChoice timeZone={timeZone} onChange={changeZone} />
      <div className={classes['actions']}>
        <Button onClick={onClear}>Clear</Button>
        <Button type="submit" variant="filled" disabled={texts.from.trim() === '' || texts.to.trim() === ''}>
          Submit
        </Button>
      </div>
    </form>
  );
}

function ZoneChoice({
  timeZone,
  onChange,
}: {
  readonly timeZone: TimeRange['timeZone'];
  readonly onChange: (timeZone: TimeRange['timeZone']) => void;
}) {
  const name = useId();
  return (
    <fieldset className={classes['zones']}>
      <legend className="ui-hidden">Time zone</legend>
      {([undefined, 'UTC'] as const).map((zone) => (
        <label key={zone ?? 'browser'} className={classes['zone']}>
          <input type="radio" name={name} checked={timeZone === zone} onChange={() => onChange(zone)} />
          <span className="ui-cut">{zone ?? `Browser (${localZone()})`}</span>
        </label>
      ))}
    </fieldset>
  );
}
