import type { Address } from '../app/address.ts';
import { type FlagSort, SORTS } from './flags.ts';

/** What the page shows; all of it stands in the address. */
export interface FlagsView {
  readonly sortBy: FlagSort;
  readonly isDescending: boolean;
  /** Name of the open flag. */
  readonly flag: string | undefined;
  readonly isAdding: boolean;
}

export const FLAGS_PATH = '/settings/feature-flags';

/** What is unknown in an address is overlooked. */
export function readFlagsView(address: Address): FlagsView {
  return {
    sortBy: SORTS.find((each) => each === address['sortBy']) ?? 'name',
    isDescending: address['sortOrder'] === 'desc',
    flag: address['flag'],
    isAdding: address['add'] !== undefined,
  };
}

export function writeFlagsView({ sortBy, isDescending, flag, isAdding }: FlagsView): Address {
  return {
    ...(sortBy !== 'name' && { sortBy }),
    ...(isDescending && { sortOrder: 'desc' }),
    ...(flag !== undefined && { flag }),
    ...(isAdding && { add: 'any' }),
  };
}
