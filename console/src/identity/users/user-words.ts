import type { Health } from '@watchroom/ui';

interface StateWord {
  readonly health: Health;
  readonly word: string;
}

const STATES: Readonly<Record<string, StateWord>> = {
  active: { health: 'healthy', word: 'Active' },
  inactive: { health: 'unknown', word: 'Inactive' },
  invited: { health: 'info', word: 'Invited' },
};

export const STATE_OPTIONS = Object.entries(STATES).map(([value, { word }]) => ({ value, label: word }));

/** Shape and word of the state of an account; one that is not known stands as it is. */
export function wordOfState(state: string): StateWord {
  return STATES[state] ?? { health: 'unknown', word: state };
}
