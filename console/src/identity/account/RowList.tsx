import { ErrorPanel, Skeleton } from '@watchroom/ui';
import type { ReactNode } from 'react';
import { errorMessage } from '../../app/api-error.ts';
import classes from './account.module.css';

interface Props<Row> {
  readonly label: string;
  readonly answer: {
    readonly data: readonly Row[] | undefined;
    readonly error: Error | null;
    readonly refetch: () => unknown;
  };
  /** Stands in the place of no rows. */
  readonly empty: string;
  readonly row: (row: Row) => ReactNode;
}

/** A short list of what belongs to an account: its skeleton, its failure, its emptiness and its rows. */
export function RowList<Row extends { readonly id: string }>({ label, answer, empty, row }: Props<Row>) {
  const { data, error, refetch } = answer;
  if (error && !data) return <ErrorPanel message={errorMessage(error)} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <div className={classes['rows']} aria-busy="true">
        {[0, 1].map((each) => (
          <div key={each} className={classes['row']}>
            <Skeleton height="38px" />
          </div>
        ))}
      </div>
    );
  if (data.length === 0) return <p className={classes['empty']}>{empty}</p>;
  return (
    <ul className={classes['rows']} aria-label={label}>
      {data.map((each) => (
        <li key={each.id} className={classes['row']}>
          {row(each)}
        </li>
      ))}
    </ul>
  );
}
