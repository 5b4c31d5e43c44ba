import { Button, Popover, Switch, TextInput } from '@mantine/core';
import { IconFilter, IconMinus, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { GROUPINGS, TABBINGS } from '../check-words.ts';
import type { ChangeView } from '../use-view.ts';
import { type HealthView, nextLabelChoice, withLabel } from '../view.ts';
import classes from './toolbar.module.css';

interface Props {
  readonly view: HealthView;
  readonly change: ChangeView;
  readonly labelKeys: readonly string[];
  readonly labelPairs: readonly string[];
}

const SHOWN = 60;

/** Health and labels. A label goes from off to include to exclude and off again. */
export function FilterMenu({ view, change, labelKeys, labelPairs }: Props) {
  const [text, setText] = useState('');
  const chosen = Object.keys(view.labels);
  const known = [...new Set([...chosen, ...labelPairs])];
  const found = known.filter((label) => label.toLowerCase().includes(text.trim().toLowerCase()));
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
        {known.length > 8 && (
          <TextInput
            placeholder="Start typing to search"
            aria-label="Search labels"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
        {found.length === 0 && (
          <p className={classes['none']}>{known.length === 0 ? 'No check here has labels' : 'No options found'}</p>
        )}
        <div className={classes['labels']}>
          {found.slice(0, SHOWN).map((label) => {
            const choice = view.labels[label];
            const state = choice === 1 ? 'included' : choice === -1 ? 'excluded' : 'not filtered';
            return (
              <button
                key={label}
                type="button"
                className={classes['labelChoice']}
                data-choice={choice}
                aria-label={`${label}, ${state}`}
                onClick={() => change({ labels: withLabel(view.labels, label, nextLabelChoice(choice)) })}
              >
                <span className={classes['labelMark']}>
                  {choice === 1 ? <IconPlus size={12} /> : choice === -1 ? <IconMinus size={12} /> : null}
                </span>
                <span className="ui-cut">{label}</span>
              </button>
            );
          })}
        </div>
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
