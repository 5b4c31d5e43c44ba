import { describe, expect, it } from 'vitest';
import { duration } from './duration-setting.ts';
import { ConfigError, describeSettings, list, oneOf, readSettings, text, wholeNumber, yesNo } from './setting.ts';

const settings = {
  port: wholeNumber({ env: 'PORT', flag: 'port', shape: 'PORT', description: 'Where to listen' }, [0, 65_535], 8_080),
  host: text({ env: 'HOST', flag: 'host', shape: 'HOST', description: 'Address' }, '127.0.0.1'),
  only: oneOf({ env: 'ONLY', flag: 'only', description: 'One role' }, ['all', 'api', 'worker'], 'all'),
  keep: duration({ env: 'KEEP', flag: 'keep', description: 'How long' }, '3d', 3_600_000),
  quiet: yesNo({ env: 'QUIET', flag: 'quiet', description: 'Say less' }, false),
  proxies: list({ env: 'PROXIES', flag: 'proxies', shape: 'A,B', description: 'Trusted' }, (item) =>
    item.includes(' ') ? `holds "${item}"` : undefined,
  ),
};
const problemsOf = (flags: Record<string, string>, environment: Record<string, string> = {}) => {
  try {
    readSettings(settings, flags, environment);
    return '';
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
};

describe('the settings', () => {
  it('have their fallbacks, and take an empty environment variable for none', () => {
    expect(readSettings(settings, {}, { PORT: '', HOST: '' })).toEqual({
      port: 8_080,
      host: '127.0.0.1',
      only: 'all',
      keep: 259_200_000,
      quiet: false,
      proxies: [],
    });
  });

  it('come from the environment, and flags win', () => {
    const given = readSettings(
      settings,
      { port: '1' },
      { PORT: '2', KEEP: '12h', QUIET: 'YES', PROXIES: ' a, b,,c ', ONLY: 'worker' },
    );
    expect(given).toMatchObject({ port: 1, keep: 43_200_000, quiet: true, proxies: ['a', 'b', 'c'], only: 'worker' });
  });

  it.each([
    [{ port: '65536' }, '--port is "65536"; use a whole number from 0 to 65535.'],
    [{ port: '1e3' }, '--port is "1e3"'],
    [{ only: 'both' }, '--only is "both"; use one of all, api, worker.'],
    [{ keep: 'long' }, '--keep is "long"; use a duration such as "3d".'],
    [{ keep: '1s' }, '--keep is "1s"; the shortest that works is 3600 s.'],
    [{ quiet: 'maybe' }, '--quiet is "maybe"; use true or false.'],
    [{ proxies: 'a,b c' }, '--proxies holds "b c".'],
    [{ potr: '1' }, '--potr is not a flag; see --help'],
  ])('that are wrong are named with the fix: %j', (flags, sentence) => expect(problemsOf(flags)).toContain(sentence));

  it('that are wrong are named all at once, each where it was given', () => {
    const problems = problemsOf({ port: 'x' }, { ONLY: 'y' });
    expect(problems.split('\n')).toHaveLength(2);
    expect(problems).toContain('ONLY is "y"');
  });

  it('are described where they are declared', () => {
    const help = describeSettings(settings);
    for (const part of ['--port PORT', 'Environment: KEEP. Default: 3d.', '--only all|api|worker', 'Trusted'])
      expect(help).toContain(part);
  });
});
