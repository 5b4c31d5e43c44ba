import type uPlot from 'uplot';
import { durationText } from '../format/duration.ts';

interface Hooks {
  readonly span: () => readonly [number, number];
  readonly hasFailed: (index: number) => boolean;
  readonly point: (index: number | undefined, left: number) => void;
  readonly zoom: (from: string, to: string) => void;
}

const MARK = { width: 4, height: 12 };
const SHORTEST_DRAG = 8;
/** Up to so many points each is drawn, since a line through one of them is nothing. */
const FEW = 12;

/** Options of the chart with the colours of the theme that is in force at `element`. */
export function chartOptions(element: HTMLElement, height: number, hooks: Hooks): uPlot.Options {
  const style = getComputedStyle(element);
  const color = (token: string) => style.getPropertyValue(token).trim();
  const font = `11px ${color('--ui-font')}`;
  const axis = { stroke: color('--ui-faint'), font, ticks: { show: false }, border: { show: false } };
  return {
    width: element.clientWidth,
    height,
    legend: { show: false },
    padding: [8, 12, 0, 0],
    cursor: {
      y: false,
      points: { size: 7, fill: color('--ui-accent') },
      drag: { x: true, y: false, setScale: false, dist: SHORTEST_DRAG },
    },
    scales: {
      x: {
        time: true,
        range: () => {
          const [from, to] = hooks.span();
          return [from / 1_000, to / 1_000];
        },
      },
      y: { range: (_, __, high) => [0, Math.max(10, high * 1.12)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        space: 90,
        size: 26,
        values: (_, ticks, __, ___, step) => ticks.map((tick) => timeTick(tick, step)),
      },
      {
        ...axis,
        grid: { stroke: color('--ui-line'), width: 1 },
        size: 58,
        space: 40,
        values: (_, ticks) => ticks.map((tick) => (tick === 0 ? '' : tickText(tick))),
      },
    ],
    series: [
      {},
      {
        stroke: color('--ui-accent'),
        width: 1.6,
        points: { show: (chart) => chart.data[0].length <= FEW, size: 5, fill: color('--ui-accent') },
      },
      { stroke: 'transparent', width: 0, points: { show: false } },
    ],
    bands: [{ series: [2, 1], fill: color('--ui-accent-soft') }],
    hooks: {
      draw: [(chart) => drawFailures(chart, color('--ui-unhealthy'), hooks.hasFailed)],
      setCursor: [
        (chart) => {
          const { idx, left = 0 } = chart.cursor;
          hooks.point(left < 0 ? undefined : (idx ?? undefined), left + chart.over.offsetLeft);
        },
      ],
      setSelect: [
        (chart) => {
          const { left, width } = chart.select;
          if (width < SHORTEST_DRAG) return;
          const at = (pixel: number) => new Date(chart.posToVal(pixel, 'x') * 1_000).toISOString();
          hooks.zoom(at(left), at(left + width));
          chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
        },
      ],
    },
  };
}

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hour12: false });
const seconds = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
});
const day = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' });
const DAY = 86_400;

/** `2.00 s` as `2 s`, `0.50 s` as `0.5 s`. */
function tickText(tick: number): string {
  return durationText(tick).replace(/\.(\d*?)0+ /, (_, kept: string) => (kept ? `.${kept} ` : ' '));
}

/** One line per tick, as fine as the step; midnight shows the day. */
function timeTick(tick: number, step: number): string {
  const moment = new Date(tick * 1_000);
  const isMidnight = moment.getHours() === 0 && moment.getMinutes() === 0;
  if (step >= DAY || (isMidnight && step >= 3_600)) return day.format(moment);
  return (step < 60 ? seconds : clock).format(moment);
}

function drawFailures(chart: uPlot, color: string, hasFailed: (index: number) => boolean): void {
  const { ctx, bbox } = chart;
  const scale = devicePixelRatio;
  ctx.save();
  ctx.fillStyle = color;
  chart.data[0].forEach((time, index) => {
    if (!hasFailed(index)) return;
    const x = chart.valToPos(time, 'x', true) - (MARK.width * scale) / 2;
    ctx.beginPath();
    ctx.roundRect(x, bbox.top + bbox.height - MARK.height * scale, MARK.width * scale, MARK.height * scale, scale);
    ctx.fill();
  });
  ctx.restore();
}
