/** Expressions as documents have them most often, by the functions that are counted most. */
export const DOCUMENT_EXPRESSIONS: readonly string[] = [
  'results.code == 200',
  'results.json.items.map(x, x.name).join(",")',
  'has(results.json.status) && results.json.status == "up"',
  'results.?json.?missing.orValue("none")',
  'results.json.items.filter(x, x.ready).size() > 1',
  'string(results.code) + " " + results.json.status',
  'results.json.items.all(x, x.name.startsWith("web"))',
  'results.headers["content-type"].contains("json")',
  'dyn(results.json.items).toJSON()',
  'results.elapsed > 100 ? "slow" : "fast"',
];

export const ENVIRONMENT = {
  results: {
    code: 200,
    elapsed: 42,
    headers: { 'content-type': 'application/json' },
    json: {
      status: 'up',
      items: Array.from({ length: 10 }, (_, index) => ({
        name: `web-${index}`,
        ready: index % 2 === 0,
        restarts: index,
      })),
    },
  },
};
