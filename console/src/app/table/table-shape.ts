import type { Permission } from '@watchroom/contract/operation';
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
  /** For local rows: what is sorted, searched, filtered and exported; without it the property named `id`. */
  readonly value?: (row: Row) => LocalValue;
}

export type LocalValue = string | number | boolean | null | undefined;

export interface FilterOption {
  readonly value: string;
  readonly label: string;
}

/** Values that are wanted or unwanted. `id` is the column of the view and the name in the address. */
export interface ChoicesFilter {
  readonly type: 'choices';
  readonly id: string;
  readonly title: string;
  /** Fixed, every value of a column of a view, or every value that the local rows have. */
  readonly options: readonly FilterOption[] | { readonly from: ViewName; readonly column: string } | 'rows';
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
  /** What holds whatever is chosen: column → condition of the data API, for example `is.null`. */
  readonly where?: Readonly<Record<string, string>>;
  readonly sort: { readonly by: string; readonly isDescending: boolean };
  /** Name in the address of the row that is open; without it `open`. */
  readonly openAs?: string;
  readonly pageSize: number;
  /** Endless: instead of pages the size doubles at the end of the list. Absent: pages. */
  readonly paging?: 'endless';
  /** What rows may be grouped by; `id` is the name in the address. */
  readonly groupBy?: readonly { readonly id: string; readonly title: string }[];
}

export interface DetailsTab {
  readonly id: string;
  readonly title: string;
  readonly content: ReactNode;
}

/** What rows may be grouped by. */
export interface ListGrouping<Row> {
  readonly id: string;
  readonly title: string;
  /** The group of a row; an empty one is for rows without. */
  readonly value: (row: Row) => string | null;
  /** The heading; without it the value as it stands. */
  readonly heading?: (value: string) => ReactNode;
}

/** What may be done with the selected rows. */
export interface ListAction<Row> {
  readonly title: string;
  readonly icon: ReactNode;
  /** Who lacks it does not see the action. */
  readonly permission: Permission;
  /** The selection ends when it is done; a failure is told and keeps it. */
  readonly run: (rows: readonly Row[]) => Promise<void>;
}

/** What a list shows and does, wherever its rows come from. */
export interface ListLooks<Row> extends ListShape {
  /** Names the table to a screen reader, and the file of an export. */
  readonly label: string;
  /** The column that tells rows apart. */
  readonly key: string & keyof Row;
  readonly columns: readonly ListColumn<Row>[];
  readonly groupBy?: readonly ListGrouping<Row>[];
  /** Rows are selected with check boxes, to be exported by themselves. Actions bring it along. */
  readonly isSelectable?: true;
  readonly actions?: readonly ListAction<Row>[];
  /** What its rows are called, for `No jobs match these filters.` */
  readonly nouns?: string;
  /** Stands over the sentence instead of 'No data available'. */
  readonly emptyTitle?: string;
  /** One sentence on what would be here. */
  readonly empty: string;
  /** What a row opens in a dialog; a row with no tabs opens nothing. */
  readonly details?: {
    readonly title: (row: Row) => string;
    readonly tabs: (row: Row) => readonly DetailsTab[];
  };
  /** A dialog of its own instead of details. */
  readonly dialog?: (row: Row, onClose: () => void) => ReactNode;
  /** Where a row leads that opens no dialog. */
  readonly href?: (row: Row) => string;
}

/** A list of the data API by declaration. */
export interface ListDeclaration<Name extends ViewName, Select extends string>
  extends ListLooks<Selected<Name, Select>> {
  readonly from: Name;
  readonly select: Select;
}

/** Gives a declaration its types. */
export function defineList<Name extends ViewName, const Select extends string>(
  list: ListDeclaration<Name, Select>,
): ListDeclaration<Name, Select> {
  return list;
}
