import { isFileSource, managedBy } from '@watchroom/contract/ownership';
import { agentName, NO_AGENT } from '../agent-name.ts';
import type { ResourceLink, ResourceRow } from './resource.ts';

const WORDS = /^(\w+)\W*(.*)$/s;

/** What owns a row that did not come from a person: an agent, or the document that its source names. */
export function ownerOf(row: ResourceRow): ResourceLink | undefined {
  return agentOf(row) ?? documentOf(row['source']);
}

function agentOf({ agent_id: id, agent }: ResourceRow): ResourceLink | undefined {
  if (typeof id !== 'string' || id === NO_AGENT) return undefined;
  const name = agentName(agent) ?? 'an agent';
  return {
    title: `Linked to ${name}`,
    text: 'Managed by the agent. Change it there.',
    href: `/settings/agents?id=${encodeURIComponent(id)}`,
  };
}

function documentOf(source: unknown): ResourceLink | undefined {
  if (typeof source !== 'string' || source === '' || source === 'UI') return undefined;
  const text = managedBy(source);
  if (isFileSource(source)) return { title: 'Linked to local file', text };
  const [, prefix = '', rest] = WORDS.exec(source) ?? [];
  const kind = prefix.toLowerCase();
  return { title: `Linked to ${kind === 'kubernetes' ? 'Kubernetes' : kind}${rest ? ` ${rest}` : ''}`, text };
}

/** `ConfigFile` and paths read as what they are; the rest as it stands. */
export function sourceWord(source: string | null): string {
  if (source === null || source === '') return 'UI';
  return source.startsWith('ConfigFile') ? 'Local file' : source;
}
