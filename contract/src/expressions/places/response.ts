import { type ExpressionPlace, variables } from '../place.ts';

const EVENT_EXAMPLE = `check:
  name: storefront
  type: http
  status: unhealthy
  labels: {team: web}
canary: {name: shop, namespace: default}
status: {status: false, message: "status code 503", duration: 94}
agent: {name: local}
new_state: failed
permalink: https://watchroom.example/health?check=018f-2
`;

const RUN_EXAMPLE = `config:
  name: orders
  type: Kubernetes::Deployment
  tags: {namespace: shop, cluster: eu-1}
  config: {spec: {replicas: 3}}
params: {replicas: 5, reason: Black Friday}
user: {name: Ann, email: ann@example.com}
env: {}
run: {id: 018f-20}
playbook: {name: scale}
`;

const RUN = {
  config: 'the catalog item that the run is for',
  component: 'the component that the run is for',
  check: 'the check that the run is for',
  params: 'what was filled in',
  env: 'values of the environment of the playbook',
  user: 'who has started it: id, name, email',
  playbook: 'the playbook',
  run: 'the run',
};

/** Response reference 1.7, 2.3 and 5.2: notifications, playbooks and rules. */
export const responsePlaces: readonly ExpressionPlace[] = [
  {
    id: 'notification-filter',
    title: 'Notification filter',
    purpose: 'Decides whether a notification is sent: true or false.',
    variables: variables({
      check: 'the check of the event',
      canary: 'its check source',
      status: 'the result of the run',
      config: 'the catalog item of the event',
      component: 'the component of the event',
      incident: 'the incident of the event',
      agent: 'where the event comes from',
      new_state: 'created, updated, changed or deleted',
      permalink: 'the page of what the event is about',
    }),
    environment: EVENT_EXAMPLE,
    examples: {
      cel: 'check.type == "http" && matchLabel(check.labels, "team", "web,shop")',
      template: '{{ eq .check.type "http" }}',
      javascript: "check.labels.team === 'web'",
      jsonpath: '$.check.labels.team',
    },
  },
  {
    id: 'notification-message',
    title: 'Notification title and message',
    purpose: 'Gives the text that is sent.',
    variables: variables({
      check: 'the check of the event',
      canary: 'its check source',
      status: 'the result of the run',
      channel: 'the service that sends: slack, smtp, …',
      permalink: 'the page of what the event is about',
      silenceURL: 'the page that silences it',
    }),
    environment: `${EVENT_EXAMPLE}channel: slack\nsilenceURL: https://watchroom.example/notifications/silences\n`,
    examples: {
      cel: 'canary.name + "/" + check.name + ": " + status.message',
      template: '{{ .check.name }} in {{ .canary.name }} has failed: {{ .status.message }}\n\n{{ .permalink }}',
      javascript: "check.name + ': ' + status.message",
      jsonpath: '$.status.message',
    },
  },
  {
    id: 'playbook-filter',
    title: 'Playbook filter',
    purpose: 'Decides whether a run may start: exactly true. Any other text is shown as the reason.',
    variables: variables(RUN),
    environment: RUN_EXAMPLE,
    examples: {
      cel: 'params.replicas <= 10 ? "true" : "Ask for at most 10 replicas."',
      template: '{{ le .params.replicas 10 }}',
      javascript: "params.replicas <= 10 ? 'true' : 'too many'",
      jsonpath: '$.params.reason',
    },
  },
  {
    id: 'playbook-action',
    title: 'Playbook action',
    purpose: 'Gives the text of a field of an action.',
    variables: variables({ ...RUN, action: 'the action', agent: 'where the target is' }),
    environment: RUN_EXAMPLE,
    examples: {
      cel: '"kubectl scale deployment %s --replicas %d".format([config.name, params.replicas])',
      template:
        'kubectl scale deployment $(.config.name) -n $(.config.tags.namespace) --replicas {{ .params.replicas }}',
      javascript: "user.name + ' scales ' + config.name",
      jsonpath: '$.config.tags.namespace',
    },
  },
];
