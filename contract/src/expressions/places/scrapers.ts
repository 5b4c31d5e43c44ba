import { type ExpressionPlace, variables } from '../place.ts';

const ITEM = {
  id: 'id of the item',
  name: 'name of the item',
  config_type: 'its type',
  config_class: 'its class',
  config: 'its configuration',
  labels: 'its labels',
  tags: 'its tags',
  status: 'its status',
  health: 'its health',
};

const ITEM_EXAMPLE = `id: 018f-10
name: orders
config_type: Kubernetes::Deployment
config_class: Deployment
config:
  apiVersion: apps/v1
  kind: Deployment
  metadata: {name: orders, namespace: shop}
  spec: {replicas: 3}
  status: {replicas: 3, readyReplicas: 2}
labels: {app: orders}
tags: {cluster: eu-1, namespace: shop}
status: Running
health: warning
`;

const CHANGE_EXAMPLE = `change_type: diff
summary: image changed
severity: info
source: kubernetes
config_type: Kubernetes::Deployment
created_at: "2026-01-05T10:00:00Z"
details: {image: {from: "orders:1.9", to: "orders:2.0"}}
patch: {spec: {template: {spec: {containers: [{image: "orders:2.0"}]}}}}
change: {change_type: diff, summary: image changed}
config: {metadata: {name: orders, namespace: shop}}
`;

/** Engine reference 2.2: scrapers of the catalog. */
export const scraperPlaces: readonly ExpressionPlace[] = [
  {
    id: 'scraper-transform',
    title: 'Scraper transform',
    purpose: 'Gives the items that a scraped item becomes.',
    variables: variables({ config: 'what was scraped, read', result: 'the whole result of the scraper' }),
    environment:
      'config:\n  items:\n    - {id: 1, name: eu-1, type: cluster}\n    - {id: 2, name: us-1, type: cluster}\nresult: {name: clusters}\n',
    examples: {
      cel: 'config.items.map(i, {"id": string(i.id), "name": i.name, "type": "Cluster", "config": i}).toJSON()',
      template: '{{ .config.items | toJSON }}',
      javascript: 'JSON.stringify(config.items.map(function (i) {\n  return { id: String(i.id), config: i }\n}))',
      jsonpath: '$.config.items[*].name',
    },
  },
  {
    id: 'scraper-filter',
    title: 'Scraper filter',
    purpose: 'Decides which items a relationship, mask, location, alias or property is for: true or false.',
    variables: variables(ITEM),
    environment: ITEM_EXAMPLE,
    examples: {
      cel: 'config_type == "Kubernetes::Deployment" && k8s.getHealth(config).health != "healthy"',
      template: '{{ eq .config.kind "Deployment" }}',
      javascript: 'config.status.readyReplicas < config.spec.replicas',
      jsonpath: '$.config.spec.replicas',
    },
  },
  {
    id: 'scraper-change-mapping',
    title: 'Scraper change mapping',
    purpose: 'Decides which changes are mapped, and gives their new summary.',
    variables: variables({
      change_type: 'type of the change',
      summary: 'its summary',
      severity: 'its severity',
      source: 'where it comes from',
      details: 'its details',
      patch: 'what has changed, read',
      change: 'all of the change as one map',
      config: 'configuration of the item',
      config_type: 'type of the item',
    }),
    environment: CHANGE_EXAMPLE,
    examples: {
      cel: 'change_type == "diff" && has(patch.spec.template)',
      template: '{{ .details.image.from }} became {{ .details.image.to }}',
      javascript: "details.image.to.split(':')[1]",
      jsonpath: '$.patch.spec.template.spec.containers[*].image',
    },
  },
  {
    id: 'scraper-change-exclude',
    title: 'Scraper change exclusion',
    purpose: 'Decides which changes are dropped: true or false. The fields of the change stand beside these variables.',
    variables: variables({ config: 'configuration of the item', config_item: 'the catalog item' }),
    environment: `${CHANGE_EXAMPLE}config_item: {name: orders, type: "Kubernetes::Deployment"}\n`,
    examples: {
      cel: 'change_type == "diff" && severity == "info" && config_item.name.startsWith("test-")',
      template: '{{ eq .severity "info" }}',
      javascript: "severity === 'info'",
      jsonpath: '$.config_item.name',
    },
  },
  {
    id: 'scraper-next-page',
    title: 'HTTP scraper: next page',
    purpose: 'Gives the address of the next page, or null after the last one.',
    variables: variables({ response: 'the answer: body, headers, status, url' }),
    environment:
      'response:\n  url: https://api.example/items\n  status: 200\n  headers: {}\n  body: {items: [1, 2], next: 3}\n',
    examples: {
      cel: 'has(response.body.next) ? response.url + "?page=" + string(response.body.next) : null',
      template: '{{ .response.url }}?page={{ .response.body.next }}',
      javascript: "response.body.next ? response.url + '?page=' + response.body.next : null",
      jsonpath: '$.response.body.next',
    },
  },
  {
    id: 'scraper-reduce',
    title: 'HTTP scraper: join pages',
    purpose: 'Gives the list of what is gathered so far with one more page.',
    variables: variables({ acc: 'what is gathered so far: a list', page: 'the next page' }),
    environment: 'acc: [{id: 1}]\npage: {items: [{id: 2}, {id: 3}]}\n',
    examples: {
      cel: 'acc + page.items',
      template: '{{ len .acc }} and {{ len .page.items }}',
      javascript: 'acc.concat(page.items)',
      jsonpath: '$.page.items[*].id',
    },
  },
  {
    id: 'scraper-azure-id',
    title: 'Azure DevOps scraper: id',
    purpose: 'Gives the id of a pipeline.',
    variables: variables({ project: 'the project', pipeline: 'the pipeline', organization: 'the organization' }),
    environment: 'organization: example\nproject: shop\npipeline: {id: 7, name: release}\n',
    examples: {
      cel: 'organization + "/" + project + "/" + string(pipeline.id)',
      template: '{{ .organization }}/{{ .project }}/{{ .pipeline.id }}',
      javascript: "[organization, project, pipeline.id].join('/')",
      jsonpath: '$.pipeline.name',
    },
  },
  {
    id: 'scraper-terraform-name',
    title: 'Terraform scraper: name',
    purpose: 'Gives the name of a state.',
    variables: variables({ path: 'the path of the state file' }),
    environment: 'path: states/eu-1/network.tfstate\n',
    examples: {
      cel: 'filepath.Base(path).trimSuffix(".tfstate")',
      template: '{{ filepath.Base .path }}',
      javascript: "path.split('/').pop()",
      jsonpath: '$.path',
    },
  },
  {
    id: 'scraper-change-text',
    title: 'Change from a message',
    purpose: 'Gives a field of a change from a line of a log or a message of a chat.',
    variables: variables({ text: 'the message', env: 'named groups of the pattern that matched' }),
    environment: 'text: deployed orders 2.0 to eu-1\nenv: {app: orders, version: "2.0", cluster: eu-1}\n',
    examples: {
      cel: 'text.startsWith("deployed") ? "Deployment" : "Message"',
      template: '{{ .env.app }} {{ .env.version }}',
      javascript: "env.app + ' ' + env.version",
      jsonpath: '$.env.version',
    },
  },
];
