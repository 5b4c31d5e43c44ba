import { IconHeartbeat } from '@tabler/icons-react';
import { describe, expect, it } from 'vitest';
import { mergeScreens } from './merge-screens.ts';
import type { MainScreen } from './screen.ts';

const load = () => Promise.resolve(() => null);
const screen = (path: `/${string}`, order: number): MainScreen => ({
  order,
  path,
  title: path,
  icon: IconHeartbeat,
  permission: 'canaries:read',
  load,
});

describe('the screens of the rooms', () => {
  it('stand in the order that they declare, whichever room comes first', () => {
    const { main } = mergeScreens([{ main: [screen('/late', 900)] }, { main: [screen('/early', 100)] }]);
    expect(main.map(({ path }) => path)).toEqual(['/early', '/late']);
  });

  it('are refused if two take the same address, on whatever list', () => {
    const health = { main: [screen('/health', 1)] };
    for (const other of [
      { settings: [screen('/health', 1)] },
      { pages: [{ path: '/health', load } as const] },
      { redirects: [{ path: '/health', to: '/' } as const] },
    ])
      expect(() => mergeScreens([health, other])).toThrow('Two screens take the address /health.');
  });
});

describe('what there can be only one of', () => {
  const endSession = () => Promise.resolve();
  const useFeatures = () => ({ areKnown: false, isEnabled: () => false });

  it('comes from the room that declares it', () => {
    expect(mergeScreens([{}, { endSession, useFeatures }])).toMatchObject({ endSession, useFeatures });
  });

  it('is refused from two rooms', () => {
    expect(() => mergeScreens([{ endSession }, { endSession }])).toThrow('More than one room declares endSession');
    expect(() => mergeScreens([{ useFeatures }, { useFeatures }])).toThrow('More than one room declares useFeatures');
  });

  it('may be missing: nobody ends a session, and every feature is on', () => {
    const { endSession: none, useFeatures: features } = mergeScreens([{}]);
    expect(none).toBeUndefined();
    expect(features().areKnown).toBe(true);
    expect(features().isEnabled('health')).toBe(true);
  });
});
