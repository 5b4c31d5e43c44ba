import { queryOptions, useQuery } from '@tanstack/react-query';
import { about, getSetup, type Person, whoAmI } from '@watchroom/contract/identity';
import { call } from './call.ts';

export const sessionKeys = {
  all: ['identity'],
  setup: ['identity', 'setup'],
  me: ['identity', 'me'],
  about: ['identity', 'about'],
} as const;

export const setupQuery = queryOptions({
  queryKey: sessionKeys.setup,
  queryFn: ({ signal }) => call(getSetup, { signal }),
  staleTime: 60_000,
});

export const meQuery = queryOptions({
  queryKey: sessionKeys.me,
  queryFn: ({ signal }) => call(whoAmI, { signal }),
  staleTime: 5 * 60_000,
});

export interface Session {
  /** Undefined in a deployment where nobody signs in. */
  readonly person: Person | undefined;
  readonly can: (permission: string) => boolean;
}

/** Who is here and what they may do; asked once, in parallel with what the page loads. */
export function useSession(): {
  readonly session: Session | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
} {
  const setup = useQuery(setupQuery);
  const me = useQuery({ ...meQuery, enabled: setup.data !== undefined && setup.data.auth !== 'none' });
  const retry = () => void (setup.isError ? setup.refetch() : me.refetch());
  if (setup.data?.auth === 'none') {
    const { permissions } = setup.data;
    return {
      session: { person: undefined, can: (permission) => permissions.includes(permission) },
      error: null,
      retry,
    };
  }
  if (!me.data) return { session: undefined, error: setup.error ?? me.error, retry };
  const { user, permissions } = me.data.payload;
  return { session: { person: user, can: (permission) => permissions.includes(permission) }, error: null, retry };
}

export function useCan(permission: string): boolean {
  return useSession().session?.can(permission) ?? false;
}

export function useServerVersion(): string | undefined {
  return useQuery({
    queryKey: sessionKeys.about,
    queryFn: ({ signal }) => call(about, { signal }),
    staleTime: Infinity,
  }).data?.Version;
}
