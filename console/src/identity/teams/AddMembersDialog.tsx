import { Button, MultiSelect } from '@mantine/core';
import { Notice, Sheet } from '@watchroom/ui';
import { type SubmitEvent, useState } from 'react';
import { errorMessage } from '../../app/api-error.ts';
import { type Member, useAddMembers, usePeople } from './api.ts';
import classes from './members.module.css';

interface Props {
  readonly team: string;
  /** Who is in it already. */
  readonly members: readonly Member[];
  readonly onClose: () => void;
}

const FORM = 'add-members';
const TITLE = 'Add users to the team';

/** Chooses people who are not in the team yet. */
export function AddMembersDialog({ team, members, onClose }: Props) {
  const people = usePeople();
  const add = useAddMembers(team);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const known = new Set(members.map(({ id }) => id));
  const others = (people.data ?? []).filter(({ id }) => !known.has(id));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const wanted = others.filter(({ id }) => chosen.includes(id));
    if (wanted.length > 0) add.mutate(wanted, { onSuccess: onClose });
  };
  return (
    <Sheet
      label={TITLE}
      size="small"
      header={<h2 className={classes['title']}>{TITLE}</h2>}
      onClose={onClose}
      footer={
        <>
          <span className={classes['push']} />
          <Button type="submit" form={FORM} variant="filled" disabled={chosen.length === 0 || add.isPending}>
            Add
          </Button>
        </>
      }
    >
      <form id={FORM} className={classes['form']} onSubmit={submit}>
        {people.error && <Notice tone="unhealthy">{errorMessage(people.error)}</Notice>}
        {add.error && <Notice tone="unhealthy">{errorMessage(add.error)}</Notice>}
        <MultiSelect
          size="xs"
          label="Users"
          placeholder={chosen.length === 0 ? 'Choose users' : ''}
          searchable
          maxDropdownHeight={180}
          // Inside the dialog, whose landmark it belongs to.
          comboboxProps={{ withinPortal: false, floatingStrategy: 'fixed' }}
          nothingFoundMessage={people.data ? 'No options found' : 'Loading'}
          data={others.map(({ id, name, email }) => ({ value: id, label: email ? `${name} (${email})` : name }))}
          value={[...chosen]}
          onChange={setChosen}
        />
      </form>
    </Sheet>
  );
}
