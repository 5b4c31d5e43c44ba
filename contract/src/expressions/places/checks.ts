import { type ExpressionPlace, variables } from '../place.ts';

const CHECK = {
  canary: 'the check source: name, namespace, labels, id',
  check: 'the check: name, id, description, labels, endpoint',
  outputs: 'results of the checks that this one depends on, by their name',
};

const RESULT = {
  results: 'what a query or a command gave; null for http, tcp, dns and icmp',
  duration: 'milliseconds that the run took',
  error: 'why the run failed; empty if it did not',
  message: 'what the run says',
  pass: 'whether the run passed so far',
  errorType: 'the type of the error; empty except for folders',
  ...CHECK,
  last_result: 'the newest stored result; in CEL a function: last_result().message',
};

const RESULT_EXAMPLE = `# an http check that has just run
code: 200
headers:
  Content-Type: application/json
json:
  status: degraded
  services:
    - {name: api, up: true, latency: 12.5}
    - {name: search, up: false, latency: 0}
results: null
duration: 182
error: ""
message: ""
pass: true
errorType: ""
canary: {name: shop, namespace: default, labels: {team: web}, id: 018f-1}
check: {name: storefront, id: 018f-2, description: "", labels: {}, endpoint: "https://shop.example/health"}
outputs: null
last_result: {status: true, invalid: false, createdAt: "2026-01-05T10:00:00Z", duration: 175, message: "", error: "", results: {}}
`;

const FIELD_EXAMPLE = `canary: {name: shop, namespace: default, labels: {team: web}, id: 018f-1}
check: {name: orders, id: 018f-3, labels: {}}
username: monitor
url: https://shop.example
outputs:
  login: {json: {token: abc123}}
last_result:
  status: true
  createdAt: "2026-01-05T10:00:00Z"
  results: {count: 41, max_id: 1041}
`;

/** Engine reference 2.2: checks. */
export const checkPlaces: readonly ExpressionPlace[] = [
  {
    id: 'check-test',
    title: 'Check test',
    purpose: 'Decides whether a run passes: true or false. The data of the result stands beside these variables.',
    variables: variables(RESULT),
    environment: RESULT_EXAMPLE,
    examples: {
      cel: 'code == 200 && json.services.all(s, s.up || s.name == "search")',
      template: '{{ and (eq .code 200) (ne .json.status "down") }}',
      javascript: 'code === 200 && _.every(json.services, function (s) { return s.latency < 100 })',
      jsonpath: '$.json.services[?@.up == false].name',
    },
  },
  {
    id: 'check-display',
    title: 'Check display',
    purpose: 'Gives the message of a run.',
    variables: variables(RESULT),
    environment: RESULT_EXAMPLE,
    examples: {
      cel: '"%d, %s: down are %s".format([code, json.status, json.services.filter(s, !s.up).map(s, s.name).join(", ")])',
      template:
        '{{ .code }} in {{ .duration }} ms{{ range .json.services }}\n{{ .name }}: {{ if .up }}up{{ else }}down{{ end }}{{ end }}',
      javascript: "code + ' in ' + duration + ' ms'",
      jsonpath: '$.json.status',
    },
  },
  {
    id: 'check-transform',
    title: 'Check transform',
    purpose:
      'Gives JSON: a list of results, each of which becomes a check (name, pass, message, labels, …), or one that changes the result.',
    variables: variables(RESULT),
    environment: RESULT_EXAMPLE,
    examples: {
      cel: 'json.services.map(s, {"name": s.name, "pass": s.up, "message": s.up ? "" : "is down"}).toJSON()',
      template: '{{ .json.services | toJSON }}',
      javascript: 'JSON.stringify(json.services.map(function (s) {\n  return { name: s.name, pass: s.up }\n}))',
      jsonpath: '$.json.services',
    },
  },
  {
    id: 'check-metric',
    title: 'Check metric',
    purpose: 'Gives the number of a metric.',
    variables: variables(RESULT),
    environment: RESULT_EXAMPLE,
    examples: {
      cel: 'json.services.filter(s, s.up).size()',
      template: '{{ len .json.services }}',
      javascript: '_.reduce(json.services, function (sum, s) { return sum + s.latency }, 0)',
      jsonpath: '$.json.services[0].latency',
    },
  },
  {
    id: 'check-field',
    title: 'Check field',
    purpose: 'Gives the text of a field, for example url, body or query. Entries of env stand beside these variables.',
    variables: variables({
      ...CHECK,
      last_result: 'the newest stored result: status, createdAt, duration, message, error, results',
      name: 'name of the connection',
      url: 'address of the connection',
      username: 'user of the connection',
    }),
    environment: FIELD_EXAMPLE,
    examples: {
      cel: 'url + "/orders?after=" + string(last_result.results.max_id)',
      template: '$(url)/orders?after={{ .last_result.results.max_id }}&by=$(username)',
      javascript: "url + '/orders?token=' + outputs.login.json.token",
      jsonpath: '$.outputs.login.json.token',
    },
  },
  {
    id: 'check-relationships',
    title: 'Check relationships',
    purpose: 'Gives the name, namespace or type of a component or catalog item that the check belongs to.',
    variables: variables({ result: 'the whole result; its labels can be looked up by name' }),
    environment: 'result:\n  labels: {app: shop}\n  results: {pod: shop-7d4b9}\n',
    examples: {
      cel: 'result.labels.app',
      template: '{{ .result.labels.app }}',
      javascript: 'result.labels.app',
      jsonpath: '$.result.labels.app',
    },
  },
  {
    id: 'kubernetes-resource-wait',
    title: 'Kubernetes resource: wait for',
    purpose: 'Decides whether the resources are ready to be checked: true or false.',
    variables: variables({ resources: 'the objects that were created' }),
    environment: `resources:
  - kind: Pod
    metadata: {name: probe, namespace: default}
    status:
      phase: Running
      conditions: [{type: Ready, status: "True"}]
`,
    examples: {
      cel: 'resources.all(r, k8s.isReady(r))',
      template: '{{ range .resources }}{{ .metadata.name }}: {{ .status.phase }} {{ end }}',
      javascript: "resources.every(function (r) { return r.status.phase === 'Running' })",
      jsonpath: '$.resources[*].status.phase',
    },
  },
];
