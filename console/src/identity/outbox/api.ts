import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { listMails, retryMail } from '@watchroom/contract/identity';
import { toast } from '@watchroom/ui';
import { call } from '../../app/call.ts';

/** The only place where keys of this folder are made. */
const outboxKeys = { mails: ['outbox'] } as const;

const PAGE = 200;

/** The mails of the outbox, the newest first, as far as they are loaded. */
export function useMails() {
  return useInfiniteQuery({
    queryKey: outboxKeys.mails,
    queryFn: ({ pageParam, signal }) =>
      call(listMails, { query: { limit: PAGE, ...(pageParam !== undefined && { before: pageParam }) }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ mails }) => (mails.length < PAGE ? undefined : mails.at(-1)?.id),
    meta: { tables: ['mails'] },
    // Each reading stands in the audit log: coming back to the window is no reason for another.
    refetchOnWindowFocus: false,
  });
}

export function useRetryMail() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(retryMail, { params: { id } }),
    onSuccess: () => toast('The mail will be sent again'),
    onSettled: () => queries.invalidateQueries({ queryKey: outboxKeys.mails }),
  });
}
