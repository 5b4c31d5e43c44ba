import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { CalendarDay } from '@watchroom/time';
import { useRef, useState } from 'react';
import { addMonths, dayForKey, weeksOf } from './month.ts';
import { dayText } from './moment-text.ts';
import classes from './calendar.module.css';

interface Props {
  /** The day that is shown first. */
  readonly start: CalendarDay;
  readonly today: CalendarDay;
  /** Days of both ends, as `2026-11-20`. */
  readonly first: string | undefined;
  readonly last: string | undefined;
  /** Name of the field that a picked day fills. */
  readonly fills: string;
  readonly onPick: (day: string) => void;
}

const format = (options: Intl.DateTimeFormatOptions) => {
  const made = new Intl.DateTimeFormat('en', { ...options, timeZone: 'UTC' });
  return ({ year, month, day }: CalendarDay) => made.format(new Date(`${dayText({ year, month, day })}T00:00:00Z`));
};
const monthName = format({ month: 'long', year: 'numeric' });
const dayName = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** One month of days. Arrows, Home, End and Page Up and Down move (with Shift by a year); Enter picks. */
export function MonthGrid({ start, today, first, last, fills, onPick }: Props) {
  const [at, setAt] = useState<CalendarDay>({ year: start.year, month: start.month, day: start.day });
  const grid = useRef<HTMLDivElement>(null);
  const move = (day: CalendarDay) => {
    if (day.year < 1 || day.year > 9999) return;
    setAt(day);
    // The day may stand in a month that is drawn only now.
    requestAnimationFrame(() => grid.current?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus());
  };
  const [now, current] = [dayText(today), dayText(at)];
  return (
    <div>
      <div className={classes['month']}>
        <ActionIcon size={28} aria-label="Previous month" onClick={() => setAt(addMonths(at, -1))}>
          <IconChevronLeft size={16} stroke={1.6} />
        </ActionIcon>
        <span aria-live="polite">{monthName(at)}</span>
        <ActionIcon size={28} aria-label="Next month" onClick={() => setAt(addMonths(at, 1))}>
          <IconChevronRight size={16} stroke={1.6} />
        </ActionIcon>
      </div>
      <div ref={grid} role="grid" aria-label={`${monthName(at)}, fills ${fills}`}>
        <div role="row" className={classes['week']}>
          {WEEKDAYS.map((name) => (
            <div key={name} role="columnheader" aria-label={name} className={classes['weekday']}>
              {name.slice(0, 2)}
            </div>
          ))}
        </div>
        {weeksOf(at).map((week, index) => (
          <div key={WEEKDAYS[index]} role="row" className={classes['week']}>
            {week.map((day, place) => {
              const text = dayText(day);
              const isEnd = text === first || text === last;
              const isInside = first !== undefined && last !== undefined && text >= first && text <= last;
              return (
                <div
                  key={WEEKDAYS[place]}
                  role="gridcell"
                  tabIndex={-1}
                  aria-selected={isEnd || isInside}
                  data-inside={isInside || undefined}
                  className={classes['cell']}
                >
                  <button
                    type="button"
                    tabIndex={text === current ? 0 : -1}
                    aria-label={dayName(day)}
                    aria-current={text === now ? 'date' : undefined}
                    data-end={isEnd || undefined}
                    data-outside={day.month !== at.month || undefined}
                    className={classes['day']}
                    onClick={() => {
                      setAt(day);
                      onPick(text);
                    }}
                    onKeyDown={(event) => {
                      const next = dayForKey(day, event.key, event.shiftKey);
                      if (!next) return;
                      event.preventDefault();
                      move(next);
                    }}
                  >
                    {day.day}
                  </button>
                </div>
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}
