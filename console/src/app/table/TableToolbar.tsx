import { Button } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import {
  ChoiceMenu,
  type Choices,
  FilterChip,
  FilterChoices,
  SearchField,
  TimeRangePicker,
  withChoice,
} from '@watchroom/ui';
import { type ReactNode, useState } from 'react';
import classes from './table.module.css';
import type { ListState } from './table-address.ts';
import { optionsQuery } from './table-query.ts';
import type { ChoicesFilter, FilterOption, LeastFilter, ListShape, ViewName } from './table-shape.ts';
import type { ChangeList } from './table-state.ts';

interface Props {
  readonly list: ListShape;
  readonly state: ListState;
  readonly change: ChangeList;
  /** What there is to choose of a filter that takes its values from the rows. */
  readonly optionsOf?: ((filter: ChoicesFilter) => readonly FilterOption[]) | undefined;
  /** What groups are counted over. */
  readonly scope?: string | undefined;
  /** On the right, behind the part of time. */
  readonly children: ReactNode;
}

const NO_FILTERS: readonly never[] = [];

/** Search, filters with what is active as chips, and the view controls on the right. */
export function TableToolbar({ list, state, change, optionsOf, scope, children }: Props) {
  const [areFiltersOpen, showFilters] = useState(false);
  const { filters = NO_FILTERS } = list;
  const chips = filters.flatMap((filter) =>
    filter.type === 'choices'
      ? Object.entries(state.choices[filter.id] ?? {}).map(([value, choice]) => ({ filter, value, choice }))
      : [],
  );
  const choose = (id: string, choices: Choices) => change({ choices: { ...state.choices, [id]: choices } });
  return (
    <div className={classes['toolbar']} role="search">
      {list.search && (
        <SearchField
          text={state.query}
          placeholder={list.search.placeholder}
          onSearch={(query) => change({ query }, { replace: true })}
        />
      )}
      {filters.length > 0 && (
        <span className={classes['unfold']}>
          <Button
            leftSection={<IconFilter size={15} />}
            aria-expanded={areFiltersOpen}
            onClick={() => showFilters(!areFiltersOpen)}
          >
            Filters
          </Button>
        </span>
      )}
      <div className={classes['filters']} data-open={areFiltersOpen || undefined}>
        {filters.map((filter) =>
          filter.type === 'choices' ? (
            <ChoicesControl
              key={filter.id}
              filter={filter}
              optionsOf={optionsOf}
              choices={state.choices[filter.id] ?? {}}
              onChange={(choices) => choose(filter.id, choices)}
            />
          ) : (
            <LeastControl key={filter.id} filter={filter} state={state} change={change} />
          ),
        )}
      </div>
      {chips.map(({ filter, value, choice }) => (
        <span key={`${filter.id} ${value}`} className={classes['chip']}>
          <FilterChip
            text={`${filter.title}: ${choice === 1 ? '' : 'not '}${labelOf(filter, value)}`}
            onRemove={() => choose(filter.id, withChoice(state.choices[filter.id] ?? {}, value, undefined))}
          />
        </span>
      ))}
      <div className={classes['views']}>
        {list.range && (
          <TimeRangePicker range={state.range} onChange={(range) => change({ range: range ?? list.range?.initial })} />
        )}
        {list.groupBy && (
          <ChoiceMenu
            label="Group by"
            value={state.group ?? ANY}
            options={[
              { value: ANY, label: 'nothing' },
              ...list.groupBy.map(({ id, title }) => ({ value: id, label: groupWord(title, scope) })),
            ]}
            onChange={(group) => change({ group: group === ANY ? undefined : group })}
          />
        )}
        {children}
      </div>
    </div>
  );
}

function groupWord(title: string, scope: string | undefined): string {
  return scope === undefined ? title : `${title}, ${scope}`;
}

function labelOf({ options }: ChoicesFilter, value: string): string {
  const named = options === 'rows' || 'from' in options ? [] : options;
  return named.find((option) => option.value === value)?.label ?? value;
}

interface ChoicesControlProps {
  readonly filter: ChoicesFilter;
  readonly optionsOf: Props['optionsOf'];
  readonly choices: Choices;
  readonly onChange: (choices: Choices) => void;
}

function ChoicesControl({ filter, optionsOf, choices, onChange }: ChoicesControlProps) {
  const { title } = filter;
  const options = filter.options === 'rows' ? (optionsOf?.(filter) ?? NO_OPTIONS) : filter.options;
  return 'from' in options ? (
    <ListedChoices label={title} source={options} choices={choices} onChange={onChange} />
  ) : (
    <FilterChoices label={title} options={options} choices={choices} onChange={onChange} />
  );
}

interface ListedChoicesProps {
  readonly label: string;
  readonly source: Extract<ChoicesFilter['options'], { readonly from: ViewName }>;
  readonly choices: Choices;
  readonly onChange: (choices: Choices) => void;
}

const NO_OPTIONS: readonly never[] = [];

function ListedChoices({ label, source, choices, onChange }: ListedChoicesProps) {
  const options = useQuery(optionsQuery(source.from, source.column)).data ?? NO_OPTIONS;
  return <FilterChoices label={label} options={options} choices={choices} onChange={onChange} />;
}

const ANY = '';

function LeastControl({ filter, state, change }: Pick<Props, 'state' | 'change'> & { readonly filter: LeastFilter }) {
  const { [filter.id]: chosen = ANY, ...others } = state.least;
  return (
    <ChoiceMenu
      label={filter.title}
      value={chosen}
      options={[{ value: ANY, label: 'Any' }, ...filter.options]}
      onChange={(value) => change({ least: value === ANY ? others : { ...others, [filter.id]: value } })}
    />
  );
}
