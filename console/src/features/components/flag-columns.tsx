import { RelativeTime } from '@watchroom/ui';
import type { ListColumn } from '../../app/table/table-shape.ts';
import type { Flag } from '../flags.ts';
import classes from './flags.module.css';

const cut = (text: string, look = '') => (
  <span className={`ui-cut ${look}`} title={text}>
    {text}
  </span>
);

export const FLAG_COLUMNS: readonly ListColumn<Flag>[] = [
  {
    id: 'name',
    title: 'Name',
    width: 'minmax(180px, 1.6fr)',
    cell: ({ name }) => cut(name, classes['name']),
  },
  {
    id: 'value',
    title: 'Value',
    width: 'minmax(90px, 1fr)',
    cell: ({ value }) => cut(value, classes['value']),
  },
  {
    id: 'description',
    title: 'Description',
    width: 'minmax(120px, 1.6fr)',
    cell: ({ description }) => cut(description),
  },
  {
    id: 'source',
    title: 'Source',
    isBadge: true,
    width: 'minmax(70px, 0.5fr)',
    cell: ({ source }) => <span className={classes['source']}>{source}</span>,
  },
  {
    id: 'createdBy',
    title: 'Created By',
    width: 'minmax(100px, 0.8fr)',
    cell: ({ createdBy }) => cut(createdBy ?? '–'),
  },
  {
    id: 'createdAt',
    title: 'Created At',
    width: 'minmax(84px, 0.6fr)',
    align: 'right',
    cell: ({ createdAt }) => <RelativeTime time={createdAt} />,
  },
  {
    id: 'updatedAt',
    title: 'Updated At',
    width: 'minmax(84px, 0.6fr)',
    align: 'right',
    cell: ({ updatedAt }) => <RelativeTime time={updatedAt} />,
  },
];
