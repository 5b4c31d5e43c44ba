import { Button, TextInput } from '@mantine/core';
import { IconCheck, IconTrash } from '@tabler/icons-react';
import { type SubmitEvent, useState } from 'react';
import { errorMessage } from '../../app/api-error.ts';
import type { SavedView } from '../api.ts';
import type { Views } from './use-views.ts';
import classes from './views.module.css';

interface Props {
  readonly views: Views;
  /** A view was chosen or saved. */
  readonly onDone: () => void;
}

/** What the menu of the saved views shows. */
export function ViewsPanel({ views, onDone }: Props) {
  const { list, applied } = views;
  const isLeaving = applied !== undefined || views.isChanged;
  return (
    <div className={classes['panel']} tabIndex={-1} data-views>
      <h2>Saved views of this page</h2>
      {list.data?.length === 0 && <p>No saved views yet. Save the current view under a name.</p>}
      {list.isPending && !list.isError && <p role="status">Loading</p>}
      <ul className={classes['views']}>
        {list.data?.map((view) => (
          <ViewEntry key={view.id} view={view} views={views} onDone={onDone} />
        ))}
      </ul>
      {applied && views.isChanged && views.isOwn(applied) && (
        <button
          type="button"
          onClick={() => {
            views.update(applied);
            onDone();
          }}
        >
          <span className="ui-cut">Update {applied.name}</span>
        </button>
      )}
      {isLeaving && (
        <button
          type="button"
          onClick={() => {
            views.leave();
            onDone();
          }}
        >
          Leave this view
        </button>
      )}
      <SaveForm views={views} onDone={onDone} />
      {views.error && (
        <p role="alert" className={classes['error']}>
          {errorMessage(views.error)}
        </p>
      )}
    </div>
  );
}

function ViewEntry({ view, views, onDone }: Props & { readonly view: SavedView }) {
  const isApplied = views.applied?.id === view.id;
  const isOwn = views.isOwn(view);
  const whose = isOwn ? (view.is_shared ? 'Shared' : 'Private') : `By ${view.author?.name ?? 'someone else'}`;
  return (
    <li>
      <button
        type="button"
        aria-current={isApplied || undefined}
        title={view.description ?? view.name}
        onClick={() => {
          views.choose(view);
          onDone();
        }}
      >
        <span className={classes['mark']}>{isApplied && <IconCheck size={16} stroke={1.6} aria-hidden />}</span>
        <span className="ui-cut">{view.name}</span>
        <span className={classes['whose']}>{isApplied && views.isChanged ? 'changed' : whose}</span>
      </button>
      {isOwn && (
        <button
          type="button"
          className={classes['delete']}
          aria-label={`Delete the view ${view.name}`}
          onClick={({ currentTarget }) => {
            views.remove(view);
            // The button goes with its view; the focus stays in the menu.
            currentTarget.closest<HTMLElement>('[data-views]')?.focus();
          }}
        >
          <IconTrash size={16} stroke={1.6} aria-hidden />
        </button>
      )}
    </li>
  );
}

function SaveForm({ views, onDone }: Props) {
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (name.trim() !== '') views.add(name.trim(), isShared, onDone);
  };
  return (
    <form className={classes['save']} onSubmit={submit}>
      <h2>Save the current view</h2>
      <TextInput
        aria-label="Name of the view"
        placeholder="Name"
        maxLength={253}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <label>
        <input type="checkbox" checked={isShared} onChange={(event) => setShared(event.currentTarget.checked)} />
        Share with everyone
      </label>
      <Button type="submit" variant="filled" disabled={name.trim() === ''} loading={views.save.isPending}>
        Save view
      </Button>
    </form>
  );
}
