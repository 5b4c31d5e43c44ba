import { type ChartPoint, LatencyChart } from '@watchroom/ui';
import { Specimen } from '../Specimen.tsx';
import type { Story } from '../story.ts';

const BEGAN = Date.UTC(2026, 0, 15, 9);
const STEP = 60_000;
const SPAN: readonly [number, number] = [BEGAN, BEGAN + 60 * STEP];

function points(count: number, scale: number): readonly ChartPoint[] {
  return Array.from({ length: count }, (_, at) => {
    const average = scale * (40 + 20 * Math.sin(at / 6) + ((at * 13) % 11));
    return { time: new Date(BEGAN + at * STEP).toISOString(), average, p95: average * 1.6, hasFailed: at % 17 === 9 };
  });
}

const ignore = () => undefined;

export const story: Story = {
  title: 'Latency chart',
  render: () => (
    <>
      <Specimen title="An hour with failures" isTall>
        <LatencyChart points={points(60, 1)} span={SPAN} onZoom={ignore} height={280} />
      </Specimen>
      <Specimen title="Seconds instead of milliseconds, for a part of the time" isTall>
        <LatencyChart points={points(12, 90)} span={SPAN} onZoom={ignore} />
      </Specimen>
      <Specimen title="One point" isTall>
        <LatencyChart points={points(1, 1)} span={SPAN} onZoom={ignore} />
      </Specimen>
      <Specimen title="No runs" isTall>
        <LatencyChart points={[]} span={SPAN} onZoom={ignore} />
      </Specimen>
    </>
  ),
};
