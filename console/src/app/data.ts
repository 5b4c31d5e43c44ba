import type { PostgrestFilterBuilder, UnstableGetResult } from '@supabase/postgrest-js';
import { type Database, type Row, TABLES_BEHIND } from '@watchroom/contract/rows';
import type { DataClient, NoOptions, Page } from './data-client.ts';

type Views = Database['api']['Views'];
type ViewName = keyof Views;
type Relationships<Name extends ViewName> = Views[Name]['Relationships'];

/** A row as `select` of a view gives it. */
export type Selected<Name extends ViewName, Select extends string> = UnstableGetResult<
  Database['api'],
  Row<Name>,
  Name,
  Relationships<Name>,
  Select,
  NoOptions
>;

/** The query of a view, to be narrowed, ordered and cut. */
type ViewQuery<Name extends ViewName, Select extends string> = PostgrestFilterBuilder<
  NoOptions,
  Database['api'],
  Row<Name>,
  Selected<Name, Select>[],
  Name,
  Relationships<Name>,
  'GET'
>;

interface Source<Name extends ViewName, Select extends string> {
  readonly from: Name;
  /** Columns and embeds; an embed names its view, for example `author:people!created_by(name)`. */
  readonly select: Select;
  /** Table → the one id that the answer is about; its changes that name only other ids pass by. */
  readonly ids?: Readonly<Partial<Record<ViewName, string>>>;
}

interface Listing<Name extends ViewName, Select extends string> extends Source<Name, Select> {
  /** Sets filters, order, limit and offset; called for every load. */
  readonly refine?: (query: ViewQuery<Name, Select>) => ViewQuery<Name, Select>;
}

/**
 * What the query cache needs to read rows of an exposed view, all but the key: how to load them and what makes them stale.
 * The client is loaded with the first query, since no first view needs it.
 */
export function rowsQuery<Name extends ViewName, const Select extends string>(listing: Listing<Name, Select>) {
  return {
    meta: metaOf(listing),
    queryFn: async ({ signal }: Loading): Promise<readonly Selected<Name, Select>[]> => {
      const { dataClient, rows } = await import('./data-client.ts');
      return rows(queryOf(dataClient(), listing), signal);
    },
  };
}

/** Like {@link rowsQuery} for one page of a list, with the exact total. */
export function pageQuery<Name extends ViewName, const Select extends string>(listing: Listing<Name, Select>) {
  return {
    meta: metaOf(listing),
    queryFn: async ({ signal }: Loading): Promise<Page<Selected<Name, Select>>> => {
      const { dataClient, page } = await import('./data-client.ts');
      return page(queryOf(dataClient(), listing, 'exact'), signal);
    },
  };
}

interface Loading {
  readonly signal: AbortSignal;
}

function queryOf<Name extends ViewName, Select extends string>(
  client: DataClient,
  { from, select, refine }: Listing<Name, Select>,
  count?: 'exact',
): ViewQuery<Name, Select> {
  const query = client.from(from).select<Select, Selected<Name, Select>>(select, count && { count });
  return refine ? refine(query) : query;
}

function metaOf({ from, select, ids }: Source<ViewName, string>) {
  const views = [from, ...embedsIn(select)];
  const tables: readonly string[] = [...new Set(views.flatMap((view): readonly string[] => TABLES_BEHIND[view]))];
  return ids ? { tables, ids } : { tables };
}

/** @throws Error for an embed that is named by its column or constraint alone, whose tables nobody could tell. */
function embedsIn(select: string): ViewName[] {
  return Array.from(select.matchAll(/(\w+)(?:!\w+)*\s*\(/g), ([, name = '']) => {
    if (!isView(name)) throw new Error(`The embed "${name}" names no view; write <view>!${name}(…)`);
    return name;
  });
}

function isView(name: string): name is ViewName {
  return Object.hasOwn(TABLES_BEHIND, name);
}
