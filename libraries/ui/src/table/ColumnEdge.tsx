import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import classes from './table.module.css';

const LEAST = 48;
const MOST = 1_200;
const STEP = 8;
const LARGE_STEP = 40;

interface Props {
  readonly title: string;
  /** Pixels, as it stands. */
  readonly width: number;
  /** Undefined gives the column its own width again. */
  readonly onWidth: (pixels: number | undefined) => void;
}

/** The right edge of a column, which is drawn or moved by arrow keys. Two presses or Backspace give back its own width. */
export function ColumnEdge({ title, width, onWidth }: Props) {
  const drawn = useRef<{ readonly from: number; readonly width: number }>(undefined);
  const set = (pixels: number) => onWidth(Math.round(Math.min(MOST, Math.max(LEAST, pixels))));
  const begin = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    drawn.current = { from: event.clientX, width };
  };
  const move = (event: PointerEvent<HTMLElement>) => {
    if (drawn.current) set(drawn.current.width + event.clientX - drawn.current.from);
  };
  const end = () => {
    drawn.current = undefined;
  };
  const step = (event: KeyboardEvent<HTMLElement>) => {
    const pixels = event.shiftKey ? LARGE_STEP : STEP;
    const next = { ArrowLeft: width - pixels, ArrowRight: width + pixels, Home: LEAST, End: MOST }[event.key];
    if (next === undefined && event.key !== 'Backspace') return;
    event.preventDefault();
    if (next === undefined) onWidth(undefined);
    else set(next);
  };
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${title}`}
      aria-valuenow={Math.round(width)}
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      tabIndex={0}
      className={classes['edge']}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={() => onWidth(undefined)}
      onKeyDown={step}
    />
  );
}
