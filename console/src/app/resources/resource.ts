import type { Permission } from '@watchroom/contract/operation';
import type { FormRule, FormSchema, FormValue } from '@watchroom/ui';
import type { ReactNode } from 'react';
import type { Session } from '../session.ts';
import type { ListDeclaration, ViewName } from '../table/table-shape.ts';

/** A row as the data API gives it: these columns, and whatever else the table has. */
export interface ResourceRow {
  readonly id: string;
  readonly name: string;
  readonly updated_at: string;
  readonly deleted_at: string | null;
  readonly [column: string]: unknown;
}

/** A list inside the document whose items are edited one by one. */
export interface ResourceEntries {
  /** Where the list stands in the document. */
  readonly key: string;
  /** An item in the singular, for example `HTTP check`. */
  readonly noun: string;
  readonly schema: FormSchema;
  readonly rules?: readonly FormRule[];
  /** What another item begins with. */
  readonly start: FormValue;
}

/** How the document of one type is filled in; what the schema does not name is kept and edited as code. */
export interface ResourceForm {
  readonly schema: FormSchema;
  /** Rules across its fields, each told at a field: "set either A or B". */
  readonly rules?: readonly FormRule[];
  readonly entries?: ResourceEntries;
}

/** A tile of the picker. */
export interface ResourceTile {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly icon: ReactNode;
  /** Tiles of one group stand together under it. */
  readonly group?: string;
  /** The list that tells in a document that it is of this type. */
  readonly documentKey?: string;
}

/** A type with the form behind its tile. */
export interface ResourceType extends ResourceTile {
  /** Absent: the document is written as code alone. */
  readonly form?: ResourceForm;
  /** The document of a new one. */
  readonly start: FormValue;
  /**
   * Tries what the form holds, saved or not; without it there is no Test button.
   * @param id of the stored row that the form was filled from.
   * @returns what to show of the result.
   * @throws ApiError whose fields are placed as those of a refused save.
   */
  readonly test?: (payload: FormValue, id?: string) => Promise<ReactNode>;
}

/** What a tab beside Spec shows. */
interface ResourceTabProps {
  readonly row: ResourceRow;
  readonly mayWrite: boolean;
}

export interface ResourceTab {
  readonly id: string;
  readonly title: string;
  readonly content: (props: ResourceTabProps) => ReactNode;
}

/** Why a row is read-only. */
export interface ResourceLink {
  /** What it is linked to, for example `Linked to local file`. */
  readonly title: string;
  /** Where to change it instead. */
  readonly text: string;
  readonly href?: string;
}

/**
 * A resource of the settings by declaration: its list, its form, and how a row becomes both. The list and the page are
 * made from it; `defineResource` gives it its types.
 */
export interface Resource<Name extends ViewName, Select extends string> {
  /** Table that is read by id and written. */
  readonly table: ViewName;
  /** In the singular, for example `health check`. */
  readonly noun: string;
  /** What notices say in place of a row's name: `Connection added successfully`. */
  readonly noticeName?: string;
  readonly list: ListDeclaration<Name, Select>;
  /** Embeds of the page beside all columns, for example `agent:agents!agent_id(id,name)`. */
  readonly embeds?: string;
  /** Who may add, change and delete; absent where rows belong to persons. */
  readonly write?: Permission;
  /** Columns that stand above the document, filled in by a form of their own. */
  readonly head: {
    readonly schema: FormSchema;
    readonly rules?: readonly FormRule[];
    readonly start: FormValue;
    /** Those that never change once they are saved. */
    readonly fixed?: readonly string[];
  };
  /** The column that holds the document; or the columns of which it is made, each with what it holds when left out. */
  readonly document: string | Readonly<Record<string, unknown>>;
  /** The column that names the type of a row; absent, the lists in the document tell. */
  readonly typeColumn?: string;
  /** Whether new ones are made elsewhere: there is no button then. */
  readonly isMadeElsewhere?: true;
  /** A hook that gives the types to choose from; where there is one, nothing is chosen. */
  readonly useTypes: () => Loading<readonly ResourceTile[]>;
  /** A hook that gives the type of the form that opens; undefined while none does. */
  readonly useType: (id: string | undefined) => Loading<ResourceType>;
  /** Type of the rows in the job history; absent where no job works on them. */
  readonly resourceType?: string;
  readonly tabs?: readonly ResourceTab[];
  /** Beside the name on the page, for example a link. */
  readonly lead?: (row: ResourceRow) => ReactNode;
  /** Why somebody may not change a row, besides its source and its agent. */
  readonly linkedTo?: (row: ResourceRow, session: Session | undefined) => ResourceLink | undefined;
}

/** What is being loaded; a hook returns it. */
export interface Loading<Data> {
  readonly data: Data | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

/** The types of a resource of which there is only one. */
export function onlyType(type: ResourceType): Pick<Resource<ViewName, string>, 'useTypes' | 'useType'> {
  const loaded = <Data>(data: Data): Loading<Data> => ({ data, error: null, refetch: () => undefined });
  const [types, only] = [loaded([type]), loaded(type)];
  return { useTypes: () => types, useType: () => only };
}

/** What forms and calls need of a resource, whatever its list reads. */
export type ResourceShape = Omit<Resource<ViewName, string>, 'list'> & {
  readonly list: { readonly from: ViewName };
};

/** Where a resource stands among the screens. */
export interface ResourcePlace {
  readonly title: string;
  readonly path: string;
}

/** Gives a declaration its types. */
export function defineResource<Name extends ViewName, const Select extends string>(
  resource: Resource<Name, Select>,
): Resource<Name, Select> {
  return resource;
}
