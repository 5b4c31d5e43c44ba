import { type Choices, FilterChip, FilterChoices, FilterOptions, SearchField } from '@watchroom/ui';
import { useState } from 'react';
import { Specimen } from '../Specimen.tsx';
import type { Story } from '../story.ts';

const LONG = 'a-label-whose-value-was-written-by-a-machine-and-never-meant-to-be-read-by-a-person-on-a-phone';
const FEW = ['healthy', 'warning', 'unhealthy', LONG].map((value) => ({ value, label: value }));
const MANY = Array.from({ length: 500 }, (_, at) => ({ value: `team-${at}`, label: `Team ${at}` }));

function Search({ text }: { readonly text: string }) {
  const [found, setFound] = useState(text);
  return <SearchField text={found} placeholder="Search things" onSearch={setFound} />;
}

interface FilterProps {
  readonly label: string;
  readonly options: typeof FEW;
  readonly start?: Choices;
}

function Filter({ label, options, start = {} }: FilterProps) {
  const [choices, setChoices] = useState(start);
  return <FilterChoices label={label} options={options} choices={choices} onChange={setChoices} />;
}

function Options({ label, options, start = {} }: FilterProps) {
  const [choices, setChoices] = useState(start);
  return (
    <div role="group" aria-label={label}>
      <FilterOptions label={label} options={options} choices={choices} onChange={setChoices} />
    </div>
  );
}

function Chips() {
  const [texts, setTexts] = useState(['Status: healthy', 'Status: not unhealthy', 'Team: payments', `Label: ${LONG}`]);
  return texts.map((text) => (
    <FilterChip key={text} text={text} onRemove={() => setTexts((all) => all.filter((each) => each !== text))} />
  ));
}

export const story: Story = {
  title: 'Filters',
  render: () => (
    <>
      <Specimen title="Search, empty and filled">
        <Search text="" />
        <Search text={LONG} />
      </Specimen>
      <Specimen title="Filters: none, some, many options, no options">
        <Filter label="Status" options={FEW} />
        <Filter label="Health" options={FEW} start={{ healthy: 1, unhealthy: -1 }} />
        <Filter label="Team" options={MANY} />
        <Filter label="Agent" options={[]} />
      </Specimen>
      <Specimen title="What is filtered">
        <Chips />
      </Specimen>
      <Specimen title="Options of a filter: wanted, unwanted and neither; one that is no longer offered">
        <Options label="Options" options={FEW} start={{ healthy: 1, unhealthy: -1, retired: 1 }} />
      </Specimen>
      <Specimen title="No options">
        <Options label="None" options={[]} />
      </Specimen>
    </>
  ),
};
