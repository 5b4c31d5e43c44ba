import { useNavigate, useSearch } from '@tanstack/react-router';
import { EXPRESSION_LANGUAGES, EXPRESSION_PLACES } from '@watchroom/contract/expressions';
import { ChoiceMenu, LinkTabs } from '@watchroom/ui';
import { useMemo } from 'react';
import { type Address, writeAddress } from '../../app/address.ts';
import { Page } from '../../app/Page.tsx';
import { type Choice, LANGUAGE_TITLES, readChoice, writeChoice } from '../choice.ts';
import { Playground } from '../components/Playground.tsx';
import classes from '../components/playground.module.css';

const PATH = '/settings/expressions';
const LANGUAGES = EXPRESSION_LANGUAGES.map((id) => ({ id, title: LANGUAGE_TITLES[id] }));
const PLACES = EXPRESSION_PLACES.map(({ id, title }) => ({ value: id, label: title }));

/** Tries expressions in each language, with the variables of the place that they are for. */
export function ExpressionsPage() {
  const address: Address = useSearch({ strict: false });
  const navigate = useNavigate();
  const choice = useMemo(() => readChoice(address), [address]);
  const change = (next: Partial<Choice>) =>
    void navigate({
      to: PATH,
      search: (current: Address) => writeChoice({ ...readChoice(current), ...next }),
    });
  return (
    <Page title="Expressions">
      <div className={classes['toolbar']}>
        <LinkTabs
          label="Language"
          tabs={LANGUAGES}
          selected={choice.language}
          onSelect={(language) => change({ language })}
          hrefOf={(language) => `${PATH}${writeAddress(writeChoice({ ...choice, language }))}`}
        />
        <ChoiceMenu
          label="Place"
          value={choice.place.id}
          options={PLACES}
          onChange={(id) => change(readChoice({ ...writeChoice(choice), place: id }))}
        />
      </div>
      <Playground choice={choice} />
    </Page>
  );
}
