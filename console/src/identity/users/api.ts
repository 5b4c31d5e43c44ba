import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  deletePerson,
  inviteUser,
  type InviteUserInput,
  listSessionsOf,
  listTokensOf,
  renewInvitation,
  revokeSessionOf,
  revokeTokenOf,
  updatePerson,
  type UpdatePersonInput,
} from '@watchroom/contract/identity';
import { toast } from '@watchroom/ui';
import { call } from '../../app/call.ts';
import { releaseHeldRows } from '../../app/table/table-hold.ts';

/** The only place where keys of this folder are made. */
const userKeys = {
  sessions: (id: string) => ['users', id, 'sessions'],
  tokens: (id: string) => ['users', id, 'tokens'],
} as const;

export function useInviteUser() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: InviteUserInput) => call(inviteUser, { body }),
    onSuccess: () => void renewUsers(queries),
  });
}

/** Makes another link for somebody who has not come yet; the one before ends. */
export function useRenewInvitation(id: string) {
  return useMutation({ mutationFn: () => call(renewInvitation, { params: { id } }) });
}

export function useUpdateUser() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: UpdatePersonInput) => call(updatePerson, { body }),
    onSuccess: ({ name }) => {
      toast(`${name.first} ${name.last} updated successfully`);
      void renewUsers(queries);
    },
  });
}

export function useDeleteUser() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(deletePerson, { params: { id } }),
    onSuccess: async () => {
      toast('user deleted successfully');
      await renewUsers(queries);
      releaseHeldRows();
    },
  });
}

/** The list follows at once, without waiting for the change stream. */
function renewUsers(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: ['list', 'identities'] });
}

export function useSessionsOf(id: string) {
  return useQuery({
    queryKey: userKeys.sessions(id),
    queryFn: ({ signal }) => call(listSessionsOf, { params: { id }, signal }),
  });
}

export function useRevokeSessionOf(person: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(revokeSessionOf, { params: { person, id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: userKeys.sessions(person) }),
  });
}

export function useTokensOf(id: string) {
  return useQuery({
    queryKey: userKeys.tokens(id),
    queryFn: ({ signal }) => call(listTokensOf, { params: { id }, signal }),
  });
}

export function useRevokeTokenOf(person: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(revokeTokenOf, { params: { person, id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: userKeys.tokens(person) }),
  });
}
