import { agentName, NO_AGENT } from '../agent-name.ts';
import type { ResourceLink, ResourceRow } from './resource.ts';

const ELSEWHERE = 'Change it there; here it is read-only.';

/** What owns a row that did not come from a person: an agent, or the document that its source names. */
export function ownerOf(row: ResourceRow): ResourceLink | undefined {
  return agentOf(row) ?? documentOf(row['source']);
}

function agentOf({ agent_id: id, agent }: ResourceRow): ResourceLink | undefined {
  if (typeof id !== 'string' || id === NO_AGENT) return undefined;
  const name = agentName(agent) ?? 'an agent';
  return {
    title: `Linked to ${name}`,
    text: `The agent owns it. ${ELSEWHERE}`,
    href: `/settings/agents?id=${encodeURIComponent(id)}`,
  };
}

function documentOf(source: unknown): ResourceLink | undefined {
  if (typeof source !== 'string' || source === '' || source === 'UI') return undefined;
  const text = `${source} owns it. ${ELSEWHERE}`;
  const [, prefix, rest] = /^(component|kubernetes|push)\b\W*(.*)$/is.exec(source) ?? [];
  // A path of a file, whether or not it says that it is one.
  if (prefix === undefined) return { title: 'Linked to local file', text };
  const kind = prefix.toLowerCase();
  return { title: `Linked to ${kind === 'kubernetes' ? 'Kubernetes' : kind}${rest ? ` ${rest}` : ''}`, text };
}

/** `ConfigFile` and paths read as what they are; the rest as it stands. */
export function sourceWord(source: string | null): string {
  if (source === null || source === '') return 'UI';
  return source.startsWith('ConfigFile') ? 'Local file' : source;
}
