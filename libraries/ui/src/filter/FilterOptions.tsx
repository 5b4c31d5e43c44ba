import { TextInput } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { type Choices, nextChoice, withChoice } from './choices.ts';
import classes from './filter.module.css';

interface Props {
  /** What the values are of; names the search among them. */
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly choices: Choices;
  /** Said while there is nothing to choose. */
  readonly none?: string;
  readonly onChange: (choices: Choices) => void;
}

const MOST_WITHOUT_SEARCH = 8;
/** More are found by typing: a list of thousands is no choice. */
const MOST_SHOWN = 100;

/** Values of which each press takes one from off to wanted to unwanted. Arrows move; what is chosen stands first where no option names it. */
export function FilterOptions({ label, options, choices, none = 'No options found', onChange }: Props) {
  const [text, setText] = useState('');
  const named = new Set(options.map(({ value }) => value));
  const unlisted = Object.keys(choices).filter((value) => !named.has(value));
  const known = [...unlisted.map((value) => ({ value, label: value })), ...options];
  const found = known.filter((option) => option.label.toLowerCase().includes(text.trim().toLowerCase()));
  return (
    <>
      {known.length > MOST_WITHOUT_SEARCH && (
        <TextInput
          placeholder="Start typing to search"
          aria-label={`Search ${label}`}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      {found.length === 0 && <p className={classes['none']}>{known.length === 0 ? none : 'No options found'}</p>}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys move between the buttons within */}
      <div className={classes['options']} onKeyDown={moveFocus}>
        {found.slice(0, MOST_SHOWN).map((option) => {
          const choice = choices[option.value];
          const state = choice === 1 ? 'included' : choice === -1 ? 'excluded' : 'not filtered';
          return (
            <button
              key={option.value}
              type="button"
              className={classes['option']}
              data-choice={choice}
              aria-label={`${option.label}, ${state}`}
              onClick={() => onChange(withChoice(choices, option.value, nextChoice(choice)))}
            >
              <span className={classes['mark']}>
                {choice === 1 && <IconPlus size={12} />}
                {choice === -1 && <IconMinus size={12} />}
              </span>
              <span className="ui-cut" title={option.label}>
                {option.label}
              </span>
            </button>
          );
        })}
      </div>
      {found.length > MOST_SHOWN && (
        <p className={classes['none']}>{found.length - MOST_SHOWN} more: type to find them</p>
      )}
    </>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
  const at = buttons.findIndex((button) => button === document.activeElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
  if (next === undefined || at < 0) return;
  event.preventDefault();
  buttons.at(next % buttons.length)?.focus();
}
