import { RelativeTime } from '@watchroom/ui';
import { agentName } from '../agent-name.ts';
import type { ListColumn } from '../table/table-shape.ts';
import { sourceWord } from './linked.ts';
import classes from './resources.module.css';

/** A text that is cut, with the whole of it one hover away. */
export function CutText({ text }: { readonly text: string | null }) {
  return (
    <span className="ui-cut" title={text ?? undefined}>
      {text || '–'}
    </span>
  );
}

export const NAME: ListColumn<{ readonly name: string }> = {
  id: 'name',
  title: 'Name',
  width: 'minmax(180px, 1.6fr)',
  cell: ({ name }) => (
    <span className={`ui-cut ${classes['name']}`} title={name}>
      {name}
    </span>
  ),
};

export const SOURCE: ListColumn<{ readonly source: string | null; readonly agent?: unknown }> = {
  id: 'source',
  title: 'Source',
  width: 'minmax(110px, 1fr)',
  cell: ({ source, agent }) => <CutText text={agentName(agent) ?? sourceWord(source)} />,
};

export const CREATED_BY: ListColumn<{ readonly author: { readonly name: string } | null }> = {
  id: 'created_by',
  title: 'Created By',
  width: 'minmax(100px, 0.8fr)',
  isUnsorted: true,
  cell: ({ author }) => <CutText text={author?.name ?? null} />,
};

export const CREATED_AT: ListColumn<{ readonly created_at: string | null }> = {
  id: 'created_at',
  title: 'Created At',
  width: 'minmax(84px, 0.6fr)',
  align: 'right',
  cell: ({ created_at: time }) => <RelativeTime time={time} />,
};

export const UPDATED_AT: ListColumn<{ readonly updated_at: string | null }> = {
  id: 'updated_at',
  title: 'Updated At',
  width: 'minmax(84px, 0.6fr)',
  align: 'right',
  cell: ({ updated_at: time }) => <RelativeTime time={time} />,
};
