import { HEALTH_WORDS, type Health, HealthBar, StatusBadge, StatusDot, StatusWord } from '@watchroom/ui';
import { Specimen } from '../Specimen.tsx';
import type { Story } from '../story.ts';

const HEALTHS: readonly Health[] = ['healthy', 'warning', 'unhealthy', 'unknown', 'info'];
const LONG = 'Unhealthy since the certificate of the internal load balancer in eu-central-1 ran out without a warning';

const bar = (...counts: readonly number[]) =>
  HEALTHS.slice(0, 4).map((health, at) => ({ health, count: counts[at] ?? 0 }));

export const story: Story = {
  title: 'Status',
  render: () => (
    <>
      <Specimen title="Shape alone, with a name for screen readers">
        {HEALTHS.map((health) => (
          <StatusDot key={health} health={health} label={HEALTH_WORDS[health]} />
        ))}
        {HEALTHS.map((health) => (
          <StatusDot key={health} health={health} size={20} label={HEALTH_WORDS[health]} />
        ))}
      </Specimen>
      <Specimen title="Shape and word">
        {HEALTHS.map((health) => (
          <StatusWord key={health} health={health} />
        ))}
        <StatusWord health="unhealthy" word={LONG} />
      </Specimen>
      <Specimen title="Badge">
        {HEALTHS.map((health) => (
          <StatusBadge key={health} health={health}>
            {HEALTH_WORDS[health]}
          </StatusBadge>
        ))}
        <StatusBadge health="warning">{LONG}</StatusBadge>
      </Specimen>
      <Specimen title="Health bar: all kinds, one kind, a sliver, nothing">
        <HealthBar shares={bar(12, 3, 5, 2)} />
        <HealthBar shares={bar(40)} />
        <HealthBar shares={bar(9_999, 0, 1)} />
        <HealthBar shares={bar()} />
      </Specimen>
    </>
  ),
};
