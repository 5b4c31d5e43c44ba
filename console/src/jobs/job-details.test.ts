import { describe, expect, it } from 'vitest';
import { jobDetails } from './job-details.ts';
import { agentName } from '../app/agent-name.ts';
import { resourceTypeWord, statusOfJob } from './job-words.ts';

describe('the details of a run', () => {
  it.each([
    ['a text', 'broken', [{ name: '', text: 'broken' }]],
    [
      'a list',
      ['one', '', 'two'],
      [
        { name: '', text: 'one' },
        { name: '', text: 'two' },
      ],
    ],
    ['a map', { east: 'down' }, [{ name: 'east', text: 'down' }]],
    ['an object within', [{ code: 7 }], [{ name: '', text: '{\n  "code": 7\n}' }]],
    ['nothing', null, []],
    ['an empty list', [], []],
  ])('have errors as %s', (_, errors, expected) => {
    expect(jobDetails({ errors }).errors).toEqual(expected);
  });

  it('have summaries only with content', () => {
    const details = jobDetails({ scrape_summary: {}, summary: { added: 1 } });
    expect(details).toMatchObject({ scrapeSummary: '', reconcileSummary: '{\n  "added": 1\n}' });
    expect(jobDetails('what is this')).toEqual({ errors: [], scrapeSummary: '', reconcileSummary: '' });
  });
});

describe('the words of a run', () => {
  it('say an unknown status or type as it stands', () => {
    expect(statusOfJob('FAILED')).toEqual({ health: 'unhealthy', word: 'Failed' });
    expect(statusOfJob('STALE')).toEqual({ health: 'unknown', word: 'STALE' });
    expect(resourceTypeWord('config_scraper')).toBe('Catalog Scraper');
    expect(resourceTypeWord('incident_rule')).toBe('Incident rule');
  });

  it('name an agent, but not the one that stands for none', () => {
    expect(agentName({ id: '7', name: 'eu' })).toBe('eu');
    expect(agentName({ id: '00000000-0000-0000-0000-000000000000', name: 'local' })).toBeNull();
    expect(agentName(null)).toBeNull();
  });
});
