import type { JsonSchema } from '../kinds/index.ts';

const text = (title: string, description: string): JsonSchema => ({ title, description, type: 'string' });
const texts = (title: string, description: string): JsonSchema => ({
  title,
  description,
  type: 'array',
  items: { type: 'string' },
});

const selector: JsonSchema = {
  'x-widget': 'selector',
  type: 'object',
  properties: {
    id: text('Id', 'Id of one component'),
    name: text('Name', 'Exact name'),
    namespace: text('Namespace', 'Exact namespace'),
    agent: text('Agent', 'Id or name of an agent; "all" for any, "local" or nothing for this server'),
    types: texts('Types', 'Any of these types; !type leaves one out'),
    statuses: texts('Statuses', 'Any of these statuses; !status leaves one out'),
    labelSelector: text('Labels', 'Label selector, for example app=shop,env!=test'),
    fieldSelector: text('Fields', 'Selector over fields, for example owner=ops'),
    tagSelector: text('Tags', 'Selector over tags'),
    scope: text('Scope', 'Topology to look in: its id, or namespace/name'),
    search: text('Search', 'Search text'),
  },
};

const notification: JsonSchema = {
  type: 'object',
  properties: {
    name: text('Name', 'Name of this way to reach the team'),
    filter: text('Filter', 'Only events that match this expression are sent'),
    connection: text(
      'Connection',
      'Connection that sends and keeps the secrets, for example connection://default/slack',
    ),
    url: text('Address', 'Address of the service; put secrets into a connection'),
    properties: {
      title: 'Properties',
      description: 'Settings of the service, for example a channel',
      'x-widget': 'key-values',
      type: 'object',
      additionalProperties: { type: 'string' },
    },
  },
};

/** The spec of a team, as form and editor read it. A field that is not named here is kept. */
export const teamSpecSchema: JsonSchema = {
  title: 'Team specification',
  description: 'What a team looks after and how it is notified',
  type: 'object',
  properties: {
    components: {
      title: 'Components',
      description: 'The team looks after every component that matches any of these',
      'x-level': 'basic',
      type: 'array',
      maxItems: 1_000,
      items: selector,
    },
    notifications: {
      title: 'Notifications',
      description: 'Where the team is notified',
      'x-level': 'basic',
      type: 'array',
      maxItems: 1_000,
      items: notification,
    },
    responder_clients: {
      title: 'Responder clients',
      description: 'Ticket systems that receive the incidents of the team, by name: jira, ms_planner, aws',
      type: 'object',
      additionalProperties: { type: 'object' },
    },
  },
};

/** A team as a form writes it to the table `teams`. */
export const teamSchema: JsonSchema = {
  title: 'Team',
  description: 'People who look after components together',
  type: 'object',
  required: ['name'],
  properties: {
    name: {
      title: 'Name',
      description: 'Unique among all teams',
      'x-level': 'basic',
      type: 'string',
      minLength: 1,
      maxLength: 253,
    },
    icon: {
      title: 'Icon',
      description: 'Shown next to the name',
      'x-level': 'basic',
      'x-widget': 'icon',
      type: 'string',
      maxLength: 500,
    },
    spec: teamSpecSchema,
  },
};
