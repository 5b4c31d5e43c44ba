import {
  type Choice,
  ChoiceMenu,
  FilterChip,
  listedTimeRange,
  SearchField,
  TimeRangePicker,
  withChoice,
} from '@watchroom/ui';
import { GROUPINGS, TABBINGS } from '../check-words.ts';
import type { ChangeView } from '../use-view.ts';
import type { HealthView } from '../view.ts';
import { FilterMenu } from './FilterMenu.tsx';
import classes from './toolbar.module.css';

interface Props {
  readonly view: HealthView;
  readonly change: ChangeView;
  readonly labelKeys: readonly string[];
  readonly labelPairs: readonly string[];
}

const DEFAULT_RANGE = listedTimeRange('1h');

/** Search, filters as removable chips, and the view controls on the right. */
export function ChecksToolbar({ view, change, labelKeys, labelPairs }: Props) {
  const keyOptions = labelKeys.map((key) => ({ value: key, label: key }));
  return (
    <div className={classes['toolbar']} role="search">
      <SearchField
        text={view.query}
        placeholder="Search by name, description, or endpoint"
        onSearch={(query) => change({ query }, { replace: true })}
      />
      <FilterMenu view={view} change={change} labelKeys={labelKeys} labelPairs={labelPairs} />
      {Object.entries(view.labels).map(([label, choice]) => (
        <FilterChip
          key={label}
          text={wordsOf(label, choice)}
          onRemove={() => change({ labels: withChoice(view.labels, label, undefined) })}
        />
      ))}
      {view.hidePassing && <FilterChip text="Passing hidden" onRemove={() => change({ hidePassing: false })} />}
      <div className={classes['views']}>
        <TimeRangePicker range={view.range ?? DEFAULT_RANGE} onChange={(range) => change({ range })} />
        <span className={classes['wide']}>
          <ChoiceMenu
            label="Group by"
            value={view.groupBy}
            options={[...GROUPINGS, ...keyOptions]}
            onChange={(groupBy) => change({ groupBy })}
          />
          <ChoiceMenu
            label="Tab by"
            value={view.tabBy}
            options={[...TABBINGS, ...keyOptions]}
            onChange={(tabBy) => change({ tabBy })}
          />
        </span>
      </div>
    </div>
  );
}

/** `env=prod` → "env: prod" or "env: not prod"; a key alone → "env" or "env: none". */
function wordsOf(label: string, choice: Choice): string {
  const words = label.replace('=', choice === 1 ? ': ' : ': not ');
  return label.includes('=') || choice === 1 ? words : `${words}: none`;
}
