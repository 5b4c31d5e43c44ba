import { describe, expect, it } from 'vitest';
import { ownerOf, sourceWord } from './linked.ts';

const row = (more: Readonly<Record<string, unknown>>) => ({
  id: '1',
  name: 'a',
  updated_at: '',
  deleted_at: null,
  ...more,
});

describe('a row of the settings', () => {
  it.each([undefined, null, '', 'UI'])('made here (source %j) is linked to nothing', (source) => {
    expect(ownerOf(row({ source, agent_id: '00000000-0000-0000-0000-000000000000' }))).toBeUndefined();
  });

  it.each([
    ['checks/website.yaml', 'Linked to local file'],
    ['ConfigFile:checks/website.yaml', 'Linked to local file'],
    ['components.yaml', 'Linked to local file'],
    ['kubernetes/prod/website', 'Linked to Kubernetes prod/website'],
    ['component', 'Linked to component'],
    ['push:eu-agent', 'Linked to push eu-agent'],
  ])('from %s says what it is linked to', (source, title) => {
    expect(ownerOf(row({ source }))?.title).toBe(title);
  });

  it.each([
    ['file:shop.yaml', 'Managed by shop.yaml. Edit that file to change it.'],
    ['ConfigFile:checks/website.yaml', 'Managed by checks/website.yaml. Edit that file to change it.'],
    ['kubernetes/prod/website', 'Managed by kubernetes/prod/website. Change it there.'],
  ])('from %s says where to change it', (source, text) => {
    expect(ownerOf(row({ source }))?.text).toBe(text);
  });

  it('of an agent leads to the agent, whatever its source says', () => {
    const agent = '11111111-0000-0000-0000-000000000000';
    expect(ownerOf(row({ source: 'UI', agent_id: agent, agent: { id: agent, name: 'eu' } }))).toMatchObject({
      title: 'Linked to eu',
      href: `/settings/agents?id=${agent}`,
    });
  });

  it('shows its source in words', () => {
    expect([null, 'UI', 'ConfigFile', 'checks/a.yaml'].map(sourceWord)).toEqual([
      'UI',
      'UI',
      'Local file',
      'checks/a.yaml',
    ]);
  });
});
