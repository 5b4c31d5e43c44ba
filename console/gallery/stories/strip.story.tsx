import { type StripBar, UptimeStrip } from '@watchroom/ui';
import { Specimen } from '../Specimen.tsx';
import type { Story } from '../story.ts';

const BEGAN = Date.UTC(2026, 0, 15, 9);

/** @param fails tells by its place whether a run failed */
function runs(count: number, fails: (at: number) => boolean): readonly StripBar[] {
  return Array.from({ length: count }, (_, at) => ({
    time: new Date(BEGAN + at * 30_000).toISOString(),
    pass: !fails(at),
    duration: 40 + ((at * 37) % 160),
  }));
}

export const story: Story = {
  title: 'Uptime strip',
  render: () => (
    <>
      <Specimen title="All passed">
        <UptimeStrip bars={runs(36, () => false)} />
      </Specimen>
      <Specimen title="Some failed">
        <UptimeStrip bars={runs(36, (at) => at % 9 === 4)} />
      </Specimen>
      <Specimen title="All failed">
        <UptimeStrip bars={runs(36, () => true)} />
      </Specimen>
      <Specimen title="A few runs so far">
        <UptimeStrip bars={runs(5, (at) => at === 0)} />
      </Specimen>
      <Specimen title="No run yet">
        <UptimeStrip bars={[]} />
      </Specimen>
      <Specimen title="More runs than places, and a short strip">
        <UptimeStrip bars={runs(500, (at) => at > 480)} />
        <UptimeStrip bars={runs(36, (at) => at % 5 === 0)} slots={12} />
      </Specimen>
    </>
  ),
};
