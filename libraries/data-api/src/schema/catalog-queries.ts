/**
 * The catalog queries. They run with an empty search path, so that every name that PostgreSQL writes is qualified and
 * can be spliced under any search path. Columns that younger servers added are read through `to_jsonb`.
 */

/** $1 exposed schemas. Their relations and, through the rules of views, every relation that those read. */
export const RELATIONS = `
with recursive reach(oid) as (
  select c.oid from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any($1::text[]) and c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
  union
  select d.refobjid from reach
  join pg_rewrite w on w.ev_class = reach.oid and w.rulename = '_RETURN'
  join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = w.oid and d.refclassid = 'pg_class'::regclass
)
select c.oid, n.nspname as schema, c.relname as name, c.relkind as kind, c.reltype as "rowType",
  n.nspname = any($1::text[]) and not c.relispartition as "isExposed",
  pg_relation_is_updatable(c.oid, true) as writable,
  c.relkind = 'r' and c.relhassubclass as "hasChildren",
  exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgtype & 64 <> 0) as "hasInsteadOf",
  obj_description(c.oid, 'pg_class') as comment, w.ev_action::text as definition
from reach
join pg_class c on c.oid = reach.oid and c.relkind in ('r', 'p', 'v', 'm', 'f')
join pg_namespace n on n.oid = c.relnamespace
left join pg_rewrite w on w.ev_class = c.oid and w.rulename = '_RETURN'
order by n.nspname, c.relname`;

const COLUMN = `
a.attnum as number, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.atttypid as "typeId",
  a.atttypmod as "typeModifier", a.attnotnull as "isNotNull", col_description(a.attrelid, a.attnum) as comment`;

/** $1 oids of relations. An identity column's default is what it takes when nothing is given. */
export const COLUMNS = `
select a.attrelid as relation, ${COLUMN},
  case when a.attgenerated = '' then coalesce(pg_get_expr(d.adbin, d.adrelid), sequence.expression) end as default,
  a.attgenerated <> '' or a.attidentity = 'a' or (c.relkind = 'v' and pg_relation_is_updatable(c.oid, false) <> 0
    and not pg_column_is_updatable(c.oid, a.attnum, false)) as "isGenerated"
from pg_attribute a
join pg_class c on c.oid = a.attrelid
left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
left join lateral (
  select format('nextval(%L::regclass)', p.objid::regclass) as expression from pg_depend p
  where a.attidentity <> '' and p.classid = 'pg_class'::regclass and p.refclassid = 'pg_class'::regclass
    and p.refobjid = a.attrelid and p.refobjsubid = a.attnum and p.deptype = 'i'
  limit 1
) sequence on true
where a.attrelid = any($1::oid[]) and a.attnum > 0 and not a.attisdropped
order by a.attrelid, a.attnum`;

/** Columns of free-standing composite types and of every other row type, by type: $1 oids of types. */
export const COMPOSITE_COLUMNS = `
select c.reltype as "rowType", a.attrelid as relation, ${COLUMN}, null as default, false as "isGenerated"
from pg_class c join pg_attribute a on a.attrelid = c.oid
where c.reltype = any($1::oid[]) and a.attnum > 0 and not a.attisdropped
order by c.reltype, a.attnum`;

export const TYPES = `
select t.oid, n.nspname as schema, t.typname as name, format_type(t.oid, null) as sql,
  format_type(t.oid, -1) as "sqlAnyLength", t.typtype as kind,
  t.typcategory as category, t.typbasetype as base, t.typtypmod as modifier, t.typnotnull as "isNotNull",
  t.typdefault as default, t.typelem as element, t.typarray as array, t.typrelid as relation,
  (select array_agg(e.enumlabel::text order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid) as labels
from pg_type t join pg_namespace n on n.oid = t.typnamespace
where n.nspname <> 'pg_toast' and n.nspname not like 'pg\\_%temp\\_%'`;

/** $1 oids of relations. Keys over expressions are left out, and indexes that are not yet valid. */
export const KEYS = `
select i.indrelid as relation, c.relname as name, i.indisprimary as "isPrimary", i.indimmediate as "isImmediate",
  (string_to_array(i.indkey::text, ' ')::int[])[1:i.indnkeyatts] as columns,
  coalesce((to_jsonb(i) ->> 'indnullsnotdistinct')::boolean, false) as "nullsNotDistinct",
  pg_get_expr(i.indpred, i.indrelid) as predicate, i.indpred::text as "predicateTree"
from pg_index i
join pg_class c on c.oid = i.indexrelid
join pg_am m on m.oid = c.relam and m.amname = 'btree'
where i.indrelid = any($1::oid[]) and i.indisunique and i.indisvalid and i.indexprs is null
order by i.indrelid, i.indisprimary desc, c.relname`;

/**
 * $1 oids of relations. A key of a partitioned table has further rows, one per partition; those of the same table, which
 * a partitioned target makes, are left out.
 */
export const FOREIGN_KEYS = `
select k.oid, k.conname as name, k.conrelid as relation, k.confrelid as target,
  k.conkey::int[] as columns, k.confkey::int[] as "targetColumns"
from pg_constraint k
left join pg_constraint parent on parent.oid = k.conparentid
where k.contype = 'f' and k.conrelid = any($1::oid[]) and k.confrelid = any($1::oid[])
  and (parent.oid is null or parent.conrelid <> k.conrelid)
  and not coalesce((to_jsonb(k) ->> 'conperiod')::boolean, false)
order by k.conname, k.oid`;

/** $1 exposed schemas. */
export const FUNCTIONS = `
select p.oid, n.nspname as schema, p.proname as name, obj_description(p.oid, 'pg_proc') as comment,
  p.provolatile as volatility, p.proretset as "isSet", p.prorows::float8 as rows, p.prorettype as result,
  array(select unnest(p.proargtypes)::text) as inputs, p.proallargtypes::text[] as all, p.proargmodes::text[] as modes,
  p.proargnames as names, p.pronargdefaults as defaults
from pg_proc p join pg_namespace n on n.oid = p.pronamespace
where n.nspname = any($1::text[]) and p.prokind = 'f'
order by n.nspname, p.proname, p.oid`;

/** $1 exposed schemas. One row. */
export const SETTINGS = `
select
  (select coalesce(jsonb_object_agg(nspname, obj_description(oid, 'pg_namespace')), '{}') from pg_namespace
    where nspname = any($1::text[])) as comments,
  (select coalesce(jsonb_agg(jsonb_build_object('name', t.cfgname, 'sql', quote_literal(t.oid::regconfig::text) || '::regconfig')
      order by n.nspname = 'pg_catalog', n.nspname = any($1::text[]), n.nspname), '[]')
    from pg_ts_config t join pg_namespace n on n.oid = t.cfgnamespace) as "textSearch",
  array(select oid::text from pg_operator where oprname = '=' and oprcanmerge) as equalities,
  array(select oid::text from pg_collation where not collisdeterministic) as nondeterministic`;

/** $1 exposed schemas, $2 oids of all relations that count. One row that changes whenever the schema or a grant does. */
export const FINGERPRINT = `
select md5(concat_ws('|',
  (select string_agg(concat_ws(' ', oid, nspname, nspacl::text), ',' order by oid) from pg_namespace
    where nspname = any($1::text[])),
  (select string_agg(concat_ws(' ', c.oid, c.relname, c.relkind, c.relnamespace, c.relowner, c.relispartition, c.relacl::text,
      c.reltype), ',' order by c.oid)
    from pg_class c where c.relkind in ('r', 'p', 'v', 'm', 'f') and (c.oid = any($2::oid[])
      or c.relnamespace in (select oid from pg_namespace where nspname = any($1::text[])))),
  (select string_agg(concat_ws(' ', attrelid, attnum, xmin), ',' order by attrelid, attnum) from pg_attribute
    where attnum > 0 and (attrelid = any($2::oid[]) or attrelid in (select c.oid from pg_class c
      join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'c' and n.nspname = any($1::text[])))),
  (select string_agg(concat_ws(' ', oid, xmin), ',' order by oid) from pg_attrdef where adrelid = any($2::oid[])),
  (select string_agg(concat_ws(' ', oid, xmin), ',' order by oid) from pg_rewrite where ev_class = any($2::oid[])),
  (select string_agg(concat_ws(' ', oid, xmin), ',' order by oid) from pg_constraint where conrelid = any($2::oid[])),
  (select string_agg(concat_ws(' ', i.indexrelid, c.relname, i.indisvalid, i.indisunique, i.indisprimary), ',' order by i.indexrelid)
    from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = any($2::oid[])),
  (select string_agg(concat_ws(' ', oid, tgtype), ',' order by oid) from pg_trigger
    where tgrelid = any($2::oid[]) and not tgisinternal),
  (select string_agg(concat_ws(' ', oid, xmin), ',' order by oid) from pg_proc
    where pronamespace in (select oid from pg_namespace where nspname = any($1::text[]))),
  (select string_agg(concat_ws(' ', t.oid, t.xmin), ',' order by t.oid) from pg_type t where t.typtype in ('e', 'd')),
  (select string_agg(concat_ws(' ', oid, xmin), ',' order by oid) from pg_enum),
  (select string_agg(concat_ws(' ', oid, xmin), ',' order by oid) from pg_ts_config),
  (select string_agg(m::text, ',' order by m.roleid, m.member) from pg_auth_members m where pg_has_role(m.member, 'member'))
)) as fingerprint`;
