import { age, exactTime, timeUntil } from '../format/age.ts';
import { useClockText } from './clock.ts';

/** How long ago, with the exact time in a tooltip; a dash when there is no time. */
export function RelativeTime({
  time,
  suffix = 'ago',
}: {
  readonly time: string | null | undefined;
  readonly suffix?: string;
}) {
  const text = useClockText((now) => (time ? age(time, now) : '–'));
  if (!time) return <span className="ui-num">–</span>;
  return (
    <time className="ui-num" dateTime={time} title={exactTime(time)}>
      {text}
      {suffix !== '' && <span className="ui-unit"> {suffix}</span>}
    </time>
  );
}

/** How long until a moment, or that it is due, with the exact time in a tooltip. */
export function TimeUntil({ time }: { readonly time: string }) {
  const text = useClockText((now) => (new Date(time).getTime() <= now ? 'due now' : `in ${timeUntil(time, now)}`));
  return (
    <time className="ui-num" dateTime={time} title={exactTime(time)}>
      {text}
    </time>
  );
}
