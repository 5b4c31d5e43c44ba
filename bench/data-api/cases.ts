/** A request of the bench. */
export interface Case {
  readonly what: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const COLUMNS = 'id,name,type,status,health,labels,description,cost,created_at,updated_at';

/** The six requests that the goals are about. @param ids of one item and of one owner. */
export function casesFor(item: string): readonly Case[] {
  const event = (n: number) => ({ item_id: item, name: `event-${n}`, properties: { n, source: 'bench' } });
  const insert = (what: string, body: unknown): Case => ({
    what,
    method: 'POST',
    path: '/events',
    headers: { prefer: 'return=minimal', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return [
    { what: 'One row by id', method: 'GET', path: `/items?id=eq.${item}` },
    {
      what: '50 rows with exact count of 10,000',
      method: 'GET',
      path: `/items?select=${COLUMNS}&order=created_at.desc&limit=50&offset=0`,
      headers: { prefer: 'count=exact' },
    },
    {
      what: '50 rows with two embeds',
      method: 'GET',
      path: `/items?select=${COLUMNS},owners(id,name,avatar),notes(id,text)&order=created_at.desc&limit=50`,
    },
    insert('Insert of one row', event(1)),
    insert(
      'Insert of 500 rows',
      Array.from({ length: 500 }, (_, n) => event(n)),
    ),
    { what: 'Function call, 20 rows', method: 'GET', path: '/rpc/items_of_type?wanted=Kubernetes::Type7' },
  ];
}
