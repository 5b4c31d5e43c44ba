import { Button, Popover, Switch } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { FilterOptions } from '@watchroom/ui';
import { GROUPINGS, TABBINGS } from '../check-words.ts';
import type { ChangeView } from '../use-view.ts';
import type { HealthView } from '../view.ts';
import classes from './toolbar.module.css';

interface Props {
  readonly view: HealthView;
  readonly change: ChangeView;
  readonly labelKeys: readonly string[];
  readonly labelPairs: readonly string[];
}

/** Health and labels. A label goes from off to include to exclude and off again. */
export function FilterMenu({ view, change, labelKeys, labelPairs }: Props) {
  return (
    <Popover position="bottom-start" width={320} trapFocus returnFocus>
      <Popover.Target>
        <Button leftSection={<IconFilter size={15} />}>Filter</Button>
      </Popover.Target>
      <Popover.Dropdown className={classes['filters'] ?? ''}>
        <h2>Filter by Health</h2>
        <Switch
          label="Hide Passing"
          checked={view.hidePassing}
          onChange={(event) => change({ hidePassing: event.currentTarget.checked })}
        />
        <div className={classes['narrow']}>
          <NativeChoice
            label="Group by"
            value={view.groupBy}
            options={GROUPINGS}
            keys={labelKeys}
            onChange={(groupBy) => change({ groupBy })}
          />
          <NativeChoice
            label="Tab by"
            value={view.tabBy}
            options={TABBINGS}
            keys={labelKeys}
            onChange={(tabBy) => change({ tabBy })}
          />
        </div>
        <h2>Filter by Label</h2>
        <FilterOptions
          label="labels"
          options={labelPairs.map((pair) => ({ value: pair, label: pair }))}
          choices={view.labels}
          none="No check here has labels"
          onChange={(labels) => change({ labels })}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

interface NativeChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly keys: readonly string[];
  readonly onChange: (value: string) => void;
}

/** A phone has room for the view controls only here, and a wheel of its own for them. */
function NativeChoice({ label, value, options, keys, onChange }: NativeChoiceProps) {
  return (
    <label className={classes['native']}>
      {label}
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {[...options, ...keys.map((key) => ({ value: key, label: key }))].map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
