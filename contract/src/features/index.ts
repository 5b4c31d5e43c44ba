import { operation } from '../operation.ts';

export { type Feature, FEATURES, isDisabled } from './features.ts';

/** A named value that switches something; what one means is told by its name. */
export interface Property {
  readonly name: string;
  readonly value: string;
  /** `local` comes from a file beside the server, wins over the database and is changed nowhere else. */
  readonly source: 'local' | 'db';
  /** Empty when nobody said. */
  readonly type: string;
  /** Empty when nobody said. */
  readonly description: string;
  /** Null for a local one, for one that the server made, and without sign-in. */
  readonly created_by: { readonly id: string; readonly name: string; readonly avatar: string | null } | null;
}

/** What the refusal of a write to a local property says. */
export const LOCAL_REFUSAL = 'Cannot edit local feature flags';

/** Wire contract P1: every property once, by name. */
export const listProperties = operation<readonly Property[]>('GET', '/api/properties', 'signed-in');
