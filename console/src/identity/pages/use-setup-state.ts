import { getSetup, type SetupState } from '@watchroom/contract/identity';
import { useEffect, useState } from 'react';
import { errorMessage } from '../../app/api-error.ts';
import { call } from '../../app/call.ts';

interface Answered {
  readonly setup?: SetupState;
  readonly problem?: string;
}

/** How people get in here. It is asked without the caches of the shell, which these pages do not load. */
export function useSetupState(): Answered & { readonly retry: () => void } {
  const [answered, setAnswered] = useState<Answered>({});
  const [round, setRound] = useState(0);
  useEffect(() => {
    const left = new AbortController();
    call(getSetup, { signal: left.signal }).then(
      (setup) => setAnswered({ setup }),
      (error: unknown) => left.signal.aborted || setAnswered({ problem: errorMessage(error) }),
    );
    return () => left.abort();
  }, [round]);
  return {
    ...answered,
    retry: () => {
      setAnswered({});
      setRound(round + 1);
    },
  };
}
