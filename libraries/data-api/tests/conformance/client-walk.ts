import type { PostgrestClient } from '@supabase/postgrest-js';
import { anything, containing, having, including, matching, someNumber } from './matchers.ts';

type Row = Record<string, unknown>;
interface Loose {
  __InternalSupabase: { PostgrestVersion: '13' };
  api: {
    Tables: Record<string, { Row: Row; Insert: Row; Update: Row; Relationships: [] }>;
    Views: Record<string, never>;
    Functions: Record<string, { Args: Row; Returns: Row[] }>;
  };
  extra: Loose['api'];
}
export type LooseClient = PostgrestClient<Loose, { PostgrestVersion: '13' }, 'api'>;

const ids = (...list: number[]) => list.map((id) => ({ id }));
type Walk = readonly [method: string, run: () => PromiseLike<unknown>, expected: unknown];
const ok = (data: unknown, more: object = {}) => having({ error: null, data, ...more });
const some = (data: unknown) => ok(including([data]));

/** What each builder method does and what the answer is; one entry for each way that its documentation shows. */
export function clientWalks(client: LooseClient): readonly Walk[] {
  const films = () => client.from('films').select('id').order('id');
  return [
    ['from', () => client.from('projects').select().eq('id', 1), ok([{ id: 1, name: 'Roof' }])],
    ['schema', () => client.schema('extra').from('notes').select('*'), ok([{ id: 1, body: 'Beside' }])],
    ['rpc', () => client.rpc('add', { a: 1, b: 2 }), ok(3)],
    ['rpc', () => client.rpc('add', { a: 1, b: 2 }, { get: true }), ok(3)],
    ['rpc', () => client.rpc('largest', { numbers: [4, 8] }, { get: true }), ok(8)],
    ['rpc', () => client.rpc('pick', { document: { a: 1 }, key: 'a' }), ok(1)],
    [
      'rpc',
      () => client.rpc('films_since', { since: 1970 }, { count: 'exact' }).select('id').order('id'),
      ok(ids(4, 5), { count: 2 }),
    ],
    ['rpc', () => client.rpc('films_since', { since: 1970 }, { head: true, count: 'exact' }), ok(null, { count: 2 })],
    ['rpc', () => client.rpc('pick', { document: { a: 1 }, key: 'a' }, { head: true }), ok(null)],
    ['getOpenApiSpec', () => client.getOpenApiSpec(), ok(having({ paths: anything }))],

    [
      'select',
      () => client.from('films').select('id, directors ( name )').eq('id', 1),
      ok([{ id: 1, directors: { name: 'Fritz Lang' } }]),
    ],
    ['select', () => client.from('films').select('*', { count: 'exact', head: true }), ok(null, { count: 6 })],
    [
      'select',
      () => client.from('films').select('id', { count: 'planned' }).limit(1),
      ok([anything], { count: someNumber }),
    ],
    [
      'select',
      () => client.from('films').select('id', { count: 'estimated' }).limit(1),
      ok([anything], { count: someNumber }),
    ],
    ['insert', () => client.from('projects').insert({ id: 201, name: 'one' }), ok(null, { status: 201 })],
    [
      'insert',
      () =>
        client
          .from('projects')
          .insert(
            [
              { id: 202, name: 'two' },
              { id: 203, name: 'three' },
            ],
            { count: 'exact' },
          )
          .select('id'),
      ok(ids(202, 203), { count: 2 }),
    ],
    [
      'insert',
      () =>
        client
          .from('tasks')
          .insert(
            [
              { id: 201, project_id: 1, title: 'x', priority: 1 },
              { id: 202, project_id: 1, title: 'y' },
            ],
            { defaultToNull: false },
          )
          .select('priority'),
      ok([{ priority: 1 }, { priority: 3 }]),
    ],
    ['upsert', () => client.from('people').upsert({ id: 210, name: 'Up' }).select('name'), ok([{ name: 'Up' }])],
    [
      'upsert',
      () =>
        client
          .from('people')
          .upsert([{ id: 210, name: 'Eve' }], { onConflict: 'name', ignoreDuplicates: true })
          .select(),
      ok([]),
    ],
    [
      'update',
      () => client.from('tasks').update({ title: 'New' }, { count: 'exact' }).eq('id', 5),
      ok(null, { count: 1, status: 204 }),
    ],
    [
      'update',
      () => client.from('tasks').update({ title: 'Newer' }).eq('id', 5).select('title').single(),
      ok({ title: 'Newer' }),
    ],
    [
      'delete',
      () => client.from('log_lines').delete({ count: 'exact' }).eq('at', 1).select(),
      ok([{ at: 1, line: 'first' }], { count: 1 }),
    ],

    ['eq', () => films().eq('year', 1958), ok(ids(2))],
    ['neq', () => films().neq('year', 1958), ok(ids(1, 3, 4, 5))],
    ['gt', () => films().gt('year', 1960), ok(ids(4, 5))],
    ['gte', () => films().gte('year', 1960), ok(ids(3, 4, 5))],
    ['lt', () => films().lt('year', 1958), ok(ids(1))],
    ['lte', () => films().lte('year', 1958), ok(ids(1, 2))],
    ['like', () => films().like('title', 'S%'), ok(ids(4, 5))],
    ['likeAllOf', () => films().likeAllOf('title', ['S%', '%ker']), ok(ids(4))],
    ['likeAnyOf', () => films().likeAnyOf('title', ['S%', 'P%']), ok(ids(3, 4, 5))],
    ['ilike', () => films().ilike('title', 's%'), ok(ids(4, 5))],
    ['ilikeAllOf', () => films().ilikeAllOf('title', ['s%', '%KER']), ok(ids(4))],
    ['ilikeAnyOf', () => films().ilikeAnyOf('title', ['s%', 'p%']), ok(ids(3, 4, 5))],
    ['regexMatch', () => films().regexMatch('title', '^S.+s$'), ok(ids(5))],
    ['regexIMatch', () => films().regexIMatch('title', '^s.+S$'), ok(ids(5))],
    ['is', () => films().is('year', null), ok(ids(6))],
    ['isDistinct', () => films().isDistinct('year', 1958), ok(ids(1, 3, 4, 5, 6))],
    ['in', () => films().in('title', ['Psycho', 'with, comma', '(x)']), ok(ids(3))],
    [
      'in',
      () => client.from('strings').select('id').in('value', ['a,b', '(x)', 'plain']).order('id'),
      ok(ids(3, 4, 5)),
    ],
    ['notIn', () => films().notIn('id', [1, 2, 3]), ok(ids(4, 5, 6))],
    ['contains', () => films().contains('tags', ['classic', 'horror']), ok(ids(3))],
    ['contains', () => films().contains('details', { color: true }), ok(ids(2, 4, 5))],
    ['contains', () => films().contains('released', '[1927-02-01,1927-02-02)'), ok(ids(1))],
    ['containedBy', () => films().containedBy('tags', ['slow', 'classic']), ok(ids(2, 4, 5, 6))],
    ['rangeGt', () => films().rangeGt('released', '[1958-01-01,1958-12-31)'), ok(ids(3, 5))],
    ['rangeGte', () => films().rangeGte('released', '[1958-06-01,1958-12-31)'), ok(ids(3, 5))],
    ['rangeLt', () => films().rangeLt('released', '[1958-01-01,1958-12-31)'), ok(ids(1))],
    ['rangeLte', () => films().rangeLte('released', '[1958-01-01,1958-08-01)'), ok(ids(1, 2))],
    ['rangeAdjacent', () => films().rangeAdjacent('released', '[1927-03-01,1930-01-01)'), ok(ids(1))],
    ['overlaps', () => films().overlaps('tags', ['silent', 'horror']), ok(ids(1, 3))],
    ['overlaps', () => films().overlaps('released', '[1958-06-01,1960-07-01)'), ok(ids(2, 3))],
    ['textSearch', () => films().textSearch('search', "'machines' | 'motel'", { config: 'english' }), ok(ids(1, 3))],
    [
      'textSearch',
      () => films().textSearch('search', 'afraid heights', { type: 'plain', config: 'english' }),
      ok(ids(2)),
    ],
    [
      'textSearch',
      () => films().textSearch('summary', 'walks into', { type: 'phrase', config: 'english' }),
      ok([anything]),
    ],
    ['textSearch', () => films().textSearch('search', 'motel or ocean', { type: 'websearch' }), ok(anything)],
    ['match', () => films().match({ year: 1958, title: 'Vertigo' }), ok(ids(2))],
    ['not', () => films().not('year', 'is', null), ok(ids(1, 2, 3, 4, 5))],
    ['not', () => films().not('id', 'in', '(1,2)'), ok(ids(3, 4, 5, 6))],
    ['or', () => films().or('id.eq.1,and(id.gt.4,year.not.is.null)'), ok(ids(1, 5))],
    [
      'or',
      () => client.from('projects').select('tasks(id)').eq('id', 1).or('id.eq.1,id.eq.2', { referencedTable: 'tasks' }),
      ok([{ tasks: having({ length: 2 }) }]),
    ],
    ['filter', () => films().filter('id', 'in', '(1,2)'), ok(ids(1, 2))],
    [
      'filter',
      () => client.from('films').select('id, directors!inner(name)').filter('directors.name', 'like', 'Fritz%'),
      ok([{ id: 1, directors: { name: 'Fritz Lang' } }]),
    ],

    [
      'order',
      () =>
        client.from('films').select('id').order('year', { ascending: false, nullsFirst: false }).order('id').limit(2),
      ok(ids(4, 5)),
    ],
    [
      'order',
      () =>
        client
          .from('projects')
          .select('tasks(id)')
          .eq('id', 2)
          .order('id', { referencedTable: 'tasks', ascending: false }),
      ok([{ tasks: ids(5, 4) }]),
    ],
    [
      'order',
      () => client.from('films').select('id, directors(name)').eq('id', 1).order('directors(name)'),
      some({ id: 1, directors: { name: 'Fritz Lang' } }),
    ],
    ['limit', () => films().limit(2), ok(ids(1, 2))],
    [
      'limit',
      () => client.from('projects').select('tasks(id)').eq('id', 1).limit(1, { referencedTable: 'tasks' }),
      ok([{ tasks: [anything] }]),
    ],
    ['range', () => films().range(1, 2), ok(ids(2, 3))],
    ['abortSignal', () => films().limit(1).abortSignal(new AbortController().signal), ok(ids(1))],
    ['abortSignal', () => films().abortSignal(AbortSignal.abort()), having({ status: 0, data: null })],
    ['single', () => films().eq('id', 1).single(), ok({ id: 1 })],
    ['single', () => films().single(), having({ status: 406, error: having({ code: 'PGRST116' }) })],
    ['maybeSingle', () => films().eq('id', 0).maybeSingle(), ok(null)],
    ['maybeSingle', () => films().eq('id', 1).maybeSingle(), ok({ id: 1 })],
    ['csv', () => films().limit(1).csv(), ok(matching(/^id\n1\n?$/))],
    [
      'geojson',
      () => films().geojson(),
      having({
        data: null,
        error: having({ code: 'PGRST107', message: containing('application/geo+json') }),
      }),
    ],
    ['explain', () => films().explain(), ok(containing('films'))],
    [
      'explain',
      () => films().explain({ format: 'json', verbose: true, settings: true }),
      ok([having({ Plan: anything })]),
    ],
    ['explain', () => films().explain({ analyze: true, buffers: true, wal: true }), ok(containing('actual'))],
    [
      'rollback',
      () => client.from('projects').insert({ id: 300, name: 'never' }).select().rollback(),
      ok([{ id: 300, name: 'never' }]),
    ],
    // oxlint-disable-next-line typescript/no-deprecated -- It is still a public method.
    ['returns', () => films().limit(1).returns<{ id: number }[]>(), ok(ids(1))],
    ['overrideTypes', () => films().limit(1).overrideTypes<{ id: number }[], { merge: false }>(), ok(ids(1))],
    [
      'maxAffected',
      () => client.from('tasks').update({ title: 'z' }).gt('id', 0).maxAffected(1),
      having({ error: having({ code: 'PGRST124' }) }),
    ],
    ['maxAffected', () => client.from('tasks').update({ title: 'z' }).eq('id', 4).maxAffected(1), ok(null)],
    ['throwOnError', () => films().limit(1).throwOnError(), ok(ids(1))],
    ['stripNulls', () => client.from('films').select('id, year').eq('id', 6).stripNulls(), ok(ids(6))],
    ['stripNulls', () => client.from('films').select('id, year').eq('id', 6).single().stripNulls(), ok({ id: 6 })],
    ['setHeader', () => client.from('vault').select().setHeader('x-role', 'reader'), having({ status: 403 })],
    ['retry', () => films().limit(1).retry(false), ok(ids(1))],
    [
      'then',
      () =>
        films()
          .limit(1)
          .then((answer) => answer),
      ok(ids(1)),
    ],
  ];
}
