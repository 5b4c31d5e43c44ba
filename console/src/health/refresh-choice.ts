import { type RefreshRate, refreshRateFromText } from '@watchroom/ui/logic';
import { useCallback, useState } from 'react';

const KEY = 'healthPageRefreshRate';

/** The rate kept in this browser; choosing None removes it. */
export function useRefreshRate(): readonly [RefreshRate, (rate: RefreshRate) => void] {
  const [rate, setRate] = useState(() => refreshRateFromText(localStorage.getItem(KEY)));
  const choose = useCallback((next: RefreshRate) => {
    if (next === 'None') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, next);
    setRate(next);
  }, []);
  return [rate, choose];
}
