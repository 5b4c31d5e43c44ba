import { type ExpressionPlace, variables } from '../place.ts';

const SELF = 'the component: name, type, labels, properties, status';
const SUMMARY = 'counts below the component: healthy, unhealthy, warning, info, incidents, insights, checks';

const COMPONENT_EXAMPLE = `self:
  name: shop
  type: Application
  properties: {version: "2.4.1"}
summary: {healthy: 4, unhealthy: 1, warning: 0, info: 0}
`;

/** Engine reference 2.2: topologies. */
export const topologyPlaces: readonly ExpressionPlace[] = [
  {
    id: 'component-status',
    title: 'Component status',
    purpose: 'Gives the status of a component from what is below it.',
    variables: variables({ summary: SUMMARY }),
    environment: 'summary: {healthy: 4, unhealthy: 1, warning: 0, info: 0}\n',
    examples: {
      cel: 'summary.unhealthy > 0 ? "unhealthy" : summary.warning > 0 ? "warning" : "healthy"',
      template: '{{ if gt .summary.unhealthy 0 }}unhealthy{{ else }}healthy{{ end }}',
      javascript: "summary.unhealthy > 0 ? 'unhealthy' : 'healthy'",
      jsonpath: '$.summary.unhealthy',
    },
  },
  {
    id: 'component-health',
    title: 'Component health',
    purpose: 'Gives the health of a component: healthy, warning, unhealthy or unknown.',
    variables: variables({ self: SELF, summary: SUMMARY }),
    environment: COMPONENT_EXAMPLE,
    examples: {
      cel: 'self.type == "Application" && summary.unhealthy > 0 ? "unhealthy" : "healthy"',
      template: '{{ if .summary.unhealthy }}unhealthy{{ else }}healthy{{ end }}',
      javascript: "summary.unhealthy > 1 ? 'unhealthy' : 'warning'",
      jsonpath: '$.self.properties.version',
    },
  },
  {
    id: 'component-id',
    title: 'Component id',
    purpose: 'Gives a text that stays the same for the same component.',
    variables: variables({ self: SELF, properties: 'values of its properties by their name' }),
    environment: 'self: {name: shop, type: Application}\nproperties: {cluster: eu-1}\n',
    examples: {
      cel: 'properties.cluster + "/" + self.name',
      template: '{{ .properties.cluster }}/{{ .self.name }}',
      javascript: "[properties.cluster, self.name].join('/')",
      jsonpath: '$.self.name',
    },
  },
  {
    id: 'topology-for-each',
    title: 'Topology: for each component',
    purpose: 'Gives the text of a field of what is looked up for each component.',
    variables: variables({
      component: 'the component: name, type, namespace, labels',
      properties: 'values of its properties by their name, as text',
    }),
    environment: 'component: {name: shop, namespace: web, labels: {app: shop}}\nproperties: {node: node-3}\n',
    examples: {
      cel: 'component.labels.app + "@" + properties.node',
      template: '$(.component.name)@$(.properties.node)',
      javascript: "component.name + '@' + properties.node",
      jsonpath: '$.component.labels.app',
    },
  },
  {
    id: 'property-lookup',
    title: 'Property from the catalog',
    purpose: 'Gives the text of a property. The fields of the catalog item stand beside these variables.',
    variables: variables({ config: 'the configuration of the item', config_type: 'the type of the item' }),
    environment: `name: orders-db
config_type: AWS::RDS::Instance
config: {Engine: postgres, EngineVersion: "16.3", AllocatedStorage: 200}
`,
    examples: {
      cel: 'config.Engine + " " + config.EngineVersion',
      template: '{{ .config.Engine }} {{ .config.EngineVersion }}',
      javascript: "config.AllocatedStorage + ' GB'",
      jsonpath: '$.config.EngineVersion',
    },
  },
];
