import type { Database } from '@watchroom/contract/rows';
import type { TimeRange } from '@watchroom/ui/logic';
import type { ReactNode } from 'react';
import type { Selected } from '../data.ts';

export type ViewName = keyof Database['api']['Views'];

/** A column of a list. On a phone it becomes a line of the card; the first one is its title. */
export interface ListColumn<Row> {
  /** Column of the view; the list sorts by it unless `isUnsorted`. */
  readonly id: string;
  readonly title: string;
  /** A CSS grid track with its least pixels, such as `minmax(180px, 1fr)`. */
  readonly width: string;
  readonly align?: 'right';
  readonly isUnsorted?: true;
  /** Not shown until somebody chooses it. */
  readonly isOptional?: true;
  /** On a phone it stands beside the title. */
  readonly isBadge?: true;
  readonly cell: (row: Row) => ReactNode;
}

interface FilterOption {
  readonly value: string;
  readonly label: string;
}

/** Values that are wanted or unwanted. `id` is the column of the view and the name in the address. */
export interface ChoicesFilter {
  readonly type: 'choices';
  readonly id: string;
  readonly title: string;
  /** Fixed, or every value of a column of a view. */
  readonly options: readonly FilterOption[] | { readonly from: ViewName; readonly column: string };
  /** As the address writes it; it holds until somebody changes it. */
  readonly initial?: string;
}

/** The least of a number, as one of several named amounts. `id` is the name in the address. */
export interface LeastFilter {
  readonly type: 'least';
  readonly id: string;
  readonly column: string;
  readonly title: string;
  readonly options: readonly (FilterOption & { readonly amount: number })[];
}

export type ListFilter = ChoicesFilter | LeastFilter;

/** What decides about addresses and queries of a list. */
export interface ListShape {
  readonly columns: readonly { readonly id: string; readonly isUnsorted?: true }[];
  readonly filters?: readonly ListFilter[];
  /** Text that is looked for in any of these columns. */
  readonly search?: { readonly columns: readonly string[]; readonly placeholder: string };
  /** The part of time to which a column is kept. */
  readonly range?: { readonly column: string; readonly initial: TimeRange };
  readonly sort: { readonly by: string; readonly isDescending: boolean };
  readonly pageSize: number;
}

export interface DetailsTab {
  readonly id: string;
  readonly title: string;
  readonly content: ReactNode;
}

/** A list of the data API by declaration. */
export interface ListDeclaration<Name extends ViewName, Select extends string> extends ListShape {
  /** Names the table to a screen reader, and the file of an export. */
  readonly label: string;
  readonly from: Name;
  readonly select: Select;
  /** The column that tells rows apart. */
  readonly key: string & keyof Selected<Name, Select>;
  readonly columns: readonly ListColumn<Selected<Name, Select>>[];
  /** One sentence on what would be here. */
  readonly empty: string;
  /** What a row opens in a dialog; a row with no tabs opens nothing. */
  readonly details?: {
    readonly title: (row: Selected<Name, Select>) => string;
    readonly tabs: (row: Selected<Name, Select>) => readonly DetailsTab[];
  };
  /** Where a row leads that opens no dialog. */
  readonly href?: (row: Selected<Name, Select>) => string;
}

/** Gives a declaration its types. */
export function defineList<Name extends ViewName, const Select extends string>(
  list: ListDeclaration<Name, Select>,
): ListDeclaration<Name, Select> {
  return list;
}
