import { queryOptions, useQuery } from '@tanstack/react-query';
import { type Feature, isDisabled, listProperties } from '@watchroom/contract/features';
import { useCallback } from 'react';
import { call } from '../app/call.ts';
import type { Features } from '../app/screen.ts';
import { useSession } from '../app/session.ts';
import { featureKeys } from './keys.ts';

const propertiesQuery = queryOptions({
  queryKey: featureKeys.properties,
  queryFn: ({ signal }) => call(listProperties, { signal }),
  staleTime: 60_000,
  meta: { tables: ['properties'] },
});

/** Nobody who is not signed in hears that properties changed. */
const POLL_UNHEARD = 60_000;

export function useProperties() {
  const { session } = useSession();
  const isHeard = session?.can('feature_flags:read') ?? true;
  return useQuery({ ...propertiesQuery, refetchInterval: isHeard ? false : POLL_UNHEARD });
}

/**
 * Which features are switched on, at this moment: a change of a flag draws its users again. Flags that cannot be loaded
 * hide nothing. The page of the flags stays for those who may write them, or nobody could switch it on again.
 */
export function useFeatures(): Features {
  const { data, isPending } = useProperties();
  // Until the person is known nothing of theirs is taken away.
  const mayWrite = useSession().session?.can('feature_flags:write') ?? true;
  const isEnabled = useCallback(
    (feature: Feature) => (feature === 'settings.feature_flags' && mayWrite) || !isDisabled(data ?? [], feature),
    [data, mayWrite],
  );
  return { areKnown: !isPending, isEnabled };
}
