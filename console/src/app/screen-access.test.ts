import { IconHeartbeat } from '@tabler/icons-react';
import type { Feature } from '@watchroom/contract/features';
import type { Permission } from '@watchroom/contract/operation';
import { describe, expect, it } from 'vitest';
import { accessTo, placeAt, visibleScreens } from './screen-access.ts';
import type { Screen } from './screen.ts';

const load = () => Promise.resolve(() => null);
const screen = (path: `/${string}`, title: string, more: Partial<Screen> = {}): Screen => ({
  path,
  title,
  icon: IconHeartbeat,
  permission: 'canaries:read',
  load,
  ...more,
});
const health = screen('/health', 'Health', { feature: 'health' });
const jobs = screen('/settings/jobs', 'Jobs History', { permission: 'database:read', loadItem: load });
const flags = screen('/settings/feature-flags', 'Feature Flags');
const rights = (permissions: readonly Permission[], off: readonly Feature[] = []) => ({
  can: (permission: Permission) => permissions.includes(permission),
  isEnabled: (feature: Feature) => !off.includes(feature),
});
const ALL: readonly Permission[] = ['canaries:read', 'database:read', 'action:settings.see'];
const visible = (permissions: readonly Permission[], off?: readonly Feature[]) => {
  const { main, settings } = visibleScreens(rights(permissions, off), [health], [jobs, flags]);
  return { main: main.map(({ title }) => title), settings: settings.map(({ title }) => title) };
};

describe('the entries of the sidebar', () => {
  it('are the main screens and the settings sorted by title', () => {
    expect(visible(ALL)).toEqual({ main: ['Health'], settings: ['Feature Flags', 'Jobs History'] });
  });

  it('leave out what the person may not read, and all settings for those who may not see them', () => {
    expect(visible(['canaries:read', 'action:settings.see']).settings).toEqual(['Feature Flags']);
    expect(visible(['canaries:read', 'database:read'])).toEqual({ main: ['Health'], settings: [] });
  });

  it('leave out what is switched off', () => {
    expect(visible(ALL, ['health']).main).toEqual([]);
  });
});

describe('a screen', () => {
  it('that is switched off is hidden, whoever asks', () => {
    expect(accessTo(health, rights(ALL, ['health']))).toBe('hidden');
    expect(accessTo(health, rights([], ['health']))).toBe('hidden');
  });

  it('is open to those who may read it and to nobody else', () => {
    expect(accessTo(jobs, rights(ALL))).toBe('open');
    expect(accessTo(jobs, rights(['canaries:read']))).toBe('unauthorized');
  });
});

describe('the place of a path', () => {
  const placeOf = (path: string) => placeAt(path, [health], [jobs, flags]);

  it('is a screen, under its group', () => {
    expect(placeOf('/health')).toEqual({ screen: health, trail: [] });
    expect(placeOf('/settings/jobs/')).toEqual({ screen: jobs, trail: [{ title: 'Settings' }] });
  });

  it('of one item has its list before it', () => {
    expect(placeOf('/settings/jobs/7')?.trail).toEqual([
      { title: 'Settings' },
      { title: 'Jobs History', path: '/settings/jobs' },
    ]);
  });

  it('is nothing where there is no screen', () => {
    expect(placeOf('/settings/jobs/7/8')).toBeUndefined();
    expect(placeOf('/settings/feature-flags/7')).toBeUndefined();
    expect(placeOf('/healthy')).toBeUndefined();
  });
});
