import { Button } from '@mantine/core';
import { Notice } from '@watchroom/ui';
import { useMemo } from 'react';
import { LocalList } from '../../app/table/LocalList.tsx';
import { TablePage } from '../../app/table/TablePage.tsx';
import { useMails } from './api.ts';
import { OUTBOX } from './outbox-list.tsx';
import classes from './outbox.module.css';

/** The mails to people: what waits, what went out and what could not be sent. */
export function OutboxPage() {
  const { data, error, refetch, isFetching, dataUpdatedAt, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useMails();
  const mails = useMemo(() => data?.pages.flatMap((page) => page.mails), [data]);
  const sendsMail = data?.pages[0]?.sendsMail ?? true;
  return (
    <TablePage
      title="Outbox"
      lists={[
        {
          id: 'mails',
          title: 'Mails',
          content: () => (
            <>
              {(!sendsMail || hasNextPage) && (
                <div className={classes['notices']}>
                  {!sendsMail && (
                    <Notice tone="info">
                      No mail server is set up (WATCHROOM_SMTP_URL), so mails wait here. Open one to pass on its link or
                      code.
                    </Notice>
                  )}
                  {hasNextPage && (
                    <div className={classes['older']}>
                      <span>The newest {mails?.length.toLocaleString('en')} mails are loaded.</span>
                      <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                        Load older mails
                      </Button>
                    </div>
                  )}
                </div>
              )}
              <LocalList list={OUTBOX} rows={{ data: mails, error, refetch, isFetching, dataUpdatedAt }} />
            </>
          ),
        },
      ]}
    />
  );
}
