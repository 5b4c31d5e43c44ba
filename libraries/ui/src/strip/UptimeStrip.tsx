import { memo, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { exactTime } from '../format/age.ts';
import { durationText } from '../format/duration.ts';
import { StatusDot } from '../status/StatusDot.tsx';
import { BAR_STEP, type StripBar, STRIP_HEIGHT, stripPaths, stripSentence } from './bars.ts';
import classes from './strip.module.css';

interface Hovered {
  readonly bar: StripBar;
  readonly x: number;
  readonly y: number;
}

/** The last results as thin bars, oldest first; free slots on the left stand for runs that have not happened yet. */
export const UptimeStrip = memo(function UptimeStrip({
  bars,
  slots = 36,
}: {
  readonly bars: readonly StripBar[];
  readonly slots?: number;
}) {
  const [hovered, setHovered] = useState<Hovered>();
  const shown = bars.slice(-slots);
  const paths = useMemo(() => stripPaths(shown, slots), [shown, slots]);
  const point = (event: React.PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const slot = Math.floor(((event.clientX - box.left) / box.width) * slots);
    const bar = shown[slot - (slots - shown.length)];
    setHovered(bar && { bar, x: box.left + ((slot + 0.5) / slots) * box.width, y: box.top });
  };
  return (
    <span className={classes['frame']}>
      <svg
        className={classes['strip']}
        role="img"
        aria-label={stripSentence(shown)}
        width={slots * BAR_STEP - 2}
        height={STRIP_HEIGHT}
        viewBox={`0 0 ${slots * BAR_STEP - 2} ${STRIP_HEIGHT}`}
        onPointerMove={point}
        onPointerLeave={() => setHovered(undefined)}
      >
        {paths.empty !== '' && <path className={classes['empty']} d={paths.empty} />}
        {paths.pass !== '' && <path className={classes['pass']} d={paths.pass} />}
        {paths.fail !== '' && <path className={classes['fail']} d={paths.fail} />}
      </svg>
      {hovered && createPortal(<BarTip {...hovered} />, document.body)}
    </span>
  );
});

function BarTip({ bar, x, y }: Hovered) {
  return (
    <div className={classes['tip']} style={{ left: x, top: y }} role="presentation">
      <span className={classes['run']}>
        <StatusDot health={bar.pass ? 'healthy' : 'unhealthy'} size={10} />
        <span>{bar.pass ? 'Passed' : 'Failed'}</span>
        <span className="ui-num">{durationText(bar.duration)}</span>
        <span className={classes['when']}>{exactTime(bar.time)}</span>
      </span>
      {bar.message && <span className={classes['said']}>{bar.message}</span>}
    </div>
  );
}
