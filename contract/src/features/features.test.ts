import { describe, expect, it } from 'vitest';
import { FEATURES, isDisabled } from './features.ts';

const flag = (name: string, value = 'true') => ({ name, value });

describe('a feature', () => {
  it('is one of the 22 of the console', () => {
    expect(FEATURES).toHaveLength(22);
    expect(new Set(FEATURES).size).toBe(22);
  });

  it('is on without flags', () => {
    expect(FEATURES.filter((feature) => isDisabled([], feature))).toEqual([]);
  });

  it.each(FEATURES)('%s is off by its own flag', (feature) => {
    expect(isDisabled([flag(`${feature}.disable`)], feature)).toBe(true);
  });

  it.each(['false', '', 'TRUE', '1', 'true '])('is on when its flag says "%s"', (value) => {
    expect(isDisabled([flag('health.disable', value)], 'health')).toBe(false);
  });

  it.each([
    ['config', ['settings.config_scraper']],
    ['topology', ['settings.topology']],
    ['health', ['settings.health', 'settings.job_history']],
    ['playbooks', []],
    ['settings.health', []],
  ])('%s takes with it exactly %j', (parent, children) => {
    expect(FEATURES.filter((feature) => isDisabled([flag(`${parent}.disable`)], feature)).toSorted()).toEqual(
      [parent, ...children].toSorted(),
    );
  });

  it('stays off by its parent whatever its own flag says', () => {
    expect(isDisabled([flag('settings.health.disable', 'false'), flag('health.disable')], 'settings.health')).toBe(
      true,
    );
  });

  it('is not switched by what only looks like its flag', () => {
    const names = ['health', 'Health.disable', 'health.disabled', 'settings.health.disable', ' health.disable'];
    expect(
      isDisabled(
        names.map((name) => flag(name)),
        'health',
      ),
    ).toBe(false);
  });
});
