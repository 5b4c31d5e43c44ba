import { useQuery } from '@tanstack/react-query';
import { evaluateExpression, type ExpressionTrial } from '@watchroom/contract/expressions';
import { call } from '../app/call.ts';

/** Milliseconds after the last key. */
const PAUSE = 250;

/**
 * Evaluates while a person types. A newer trial ends the pause or the request of the one before it, and what was found last stays
 * until there is something newer of the same draft. Nothing is kept when the page is left.
 * @param draft what the trial is a version of.
 */
export function useTrialResult(trial: ExpressionTrial, draft: string) {
  const isEmpty = trial.text.trim() === '';
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['expressions', 'trial', draft, trial],
    queryFn: async ({ signal }) => {
      await pause(signal);
      return call(evaluateExpression, { body: trial, signal });
    },
    enabled: !isEmpty,
    gcTime: 0,
    refetchOnWindowFocus: false,
    placeholderData: (last, query) => (query?.queryKey[2] === draft ? last : undefined),
  });
  return {
    isEmpty,
    isWaiting: isFetching,
    result: isEmpty ? undefined : data,
    error: isEmpty ? null : error,
    retry: () => void refetch(),
  };
}

/** @throws what the signal was aborted with */
function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, PAUSE);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
