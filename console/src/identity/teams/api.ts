import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast, toastError } from '@watchroom/ui';
import { errorMessage } from '../../app/api-error.ts';
import { rowsQuery } from '../../app/data.ts';

/** The only place where keys of this folder are made. */
const memberKeys = {
  members: (team: string) => ['team-members', team],
  people: ['team-members', 'people'],
} as const;

export interface Member {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
}

/** The members of a team by name. */
export function useMembers(team: string) {
  return useQuery({
    ...rowsQuery({
      from: 'team_members',
      select: 'person:people!person_id(id,name,email)',
      refine: (query) => query.eq('team_id', team),
    }),
    queryKey: memberKeys.members(team),
    select: (rows) =>
      rows.map(({ person }) => person).toSorted((one, other) => one.name.localeCompare(other.name, 'en')),
  });
}

/** Everybody who may become a member. */
export function usePeople() {
  return useQuery({
    ...rowsQuery({
      from: 'people',
      select: 'id,name,email',
      refine: (query) => query.is('deleted_at', null).order('name'),
    }),
    queryKey: memberKeys.people,
  });
}

export function useAddMembers(team: string) {
  return useMembersWrite(team, async (people: readonly Member[]) => {
    const rows = people.map(({ id }) => ({ team_id: team, person_id: id }));
    await (await members()).insert(rows).throwOnError();
    return `${people.map(({ name }) => name).join(', ')} added to the team successfully`;
  });
}

export function useRemoveMember(team: string) {
  return useMembersWrite(team, async ({ id, name }: Member) => {
    // Both, or the person would leave every team.
    await (await members()).delete().eq('team_id', team).eq('person_id', id).throwOnError();
    return `${name} removed from team successfully`;
  });
}

const members = async () => (await import('../../app/data-client.ts')).dataClient().from('team_members');

/** @param write answers what the toast says. */
function useMembersWrite<Input>(team: string, write: (input: Input) => Promise<string>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSuccess: (said) => toast(said),
    onError: (error) => toastError(errorMessage(error)),
    onSettled: () => void queries.invalidateQueries({ queryKey: memberKeys.members(team) }),
  });
}
