import { useQuery } from '@tanstack/react-query';
import { kindOperations } from '@watchroom/contract/kinds';
import { call } from './call.ts';

/** The kinds of a room by name and icon, for lists and pickers. */
export function useKindList(room: string) {
  return useQuery({
    queryKey: ['kinds', room],
    queryFn: ({ signal }) => call(kindOperations(room).list, { signal }),
    staleTime: Infinity,
  });
}

/** A kind with its schema, from which its form is made; nothing is loaded while no id is known. */
export function useKindForm(room: string, id: string | undefined) {
  return useQuery({
    queryKey: ['kinds', room, id],
    queryFn: ({ signal }) => call(kindOperations(room).get, { params: { kind: id ?? '' }, signal }),
    enabled: id !== undefined,
    staleTime: Infinity,
  });
}
