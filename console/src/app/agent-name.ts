/** The agent that stands for none: what it owns was made here. */
export const NO_AGENT = '00000000-0000-0000-0000-000000000000';

/** The name in an `{id, name}`; null for the agent that stands for none. */
export function agentName(agent: unknown): string | null {
  if (typeof agent !== 'object' || agent === null || !('name' in agent) || !('id' in agent)) return null;
  return typeof agent.name === 'string' && agent.id !== NO_AGENT ? agent.name : null;
}
