import { describe, expect, it } from 'vitest';
import type { Canary } from './canary.ts';
import { countEntries, placeOfCheck, withoutEntry } from './canary-entry.ts';
import { changedCanary, draftOf, errorsOfDraft, errorsOfServer, newCanary, newDraft } from './check-draft.ts';

const canary: Canary = {
  id: 'k1',
  name: 'shop',
  namespace: 'default',
  updated_at: '2026-11-20T12:00:00Z',
  labels: { team: 'a' },
  spec: {
    schedule: '@every 30s',
    severity: 'high',
    http: [{ name: 'cart', url: 'https://cart' }, { url: 'https://search' }],
    tcp: [{ name: 'cart', endpoint: 'db:5432' }],
  },
};

describe('an entry of a canary', () => {
  it('is found by its name, or by what stands for it', () => {
    expect(placeOfCheck(canary.spec, 'http', 'cart')).toEqual({ key: 'http', index: 0 });
    expect(placeOfCheck(canary.spec, 'http', 'https://search')).toEqual({ key: 'http', index: 1 });
    expect(placeOfCheck(canary.spec, 'http', 'gone')).toBeUndefined();
    expect(countEntries(canary.spec, ['http', 'tcp'])).toBe(3);
  });

  it('goes without touching the others; an emptied list goes too', () => {
    expect(withoutEntry(canary.spec, { key: 'tcp', index: 0 })).not.toHaveProperty('tcp');
    expect(withoutEntry(canary.spec, { key: 'http', index: 0 })['http']).toEqual([{ url: 'https://search' }]);
  });
});

describe('a draft', () => {
  it('of a new check starts from the example and becomes a canary of one check', () => {
    const draft = { ...newDraft({ name: 'x', url: 'https://example.org' }), name: ' shop ', severity: 'low' };
    expect(newCanary(draft, 'http')).toEqual({
      name: 'shop',
      namespace: 'default',
      spec: { schedule: '@every 30s', severity: 'low', http: [{ name: 'shop', url: 'https://example.org' }] },
    });
  });

  it('of an old check changes its entry and keeps the rest of the canary', () => {
    const place = { key: 'http', index: 1 };
    const draft = draftOf(canary, place, 'https://search');
    expect(draft).toMatchObject({ name: 'https://search', schedule: '@every 30s', severity: 'high' });
    const changed = changedCanary(canary, place, {
      ...draft,
      name: 'search',
      severity: '',
      entry: { url: 'https://s2' },
    });
    expect(changed).toEqual({
      name: 'shop',
      namespace: 'default',
      labels: { team: 'a' },
      spec: {
        schedule: '@every 30s',
        http: [
          { name: 'cart', url: 'https://cart' },
          { name: 'search', url: 'https://s2' },
        ],
        tcp: [{ name: 'cart', endpoint: 'db:5432' }],
      },
    });
  });

  it('renames a canary that bears the name of its only check', () => {
    const alone = { ...canary, name: 'cart', spec: { http: [{ name: 'cart', url: 'https://cart' }] } };
    const place = { key: 'http', index: 0 };
    expect(changedCanary(alone, place, { ...draftOf(alone, place, 'cart'), name: 'basket' }).name).toBe('basket');
  });

  it('needs a name', () => {
    expect(errorsOfDraft({ ...newDraft(undefined), name: ' ' })).toEqual({ name: 'This field is required' });
  });
});

describe('errors of the server', () => {
  it('find their fields whether they start at the canary or at the entry', () => {
    const fields = {
      'spec.http[0].url': 'bad',
      'headers.0.name': 'missing',
      'spec.schedule': 'no cron',
      name: 'taken',
      'spec.dns': 'odd',
    };
    expect(errorsOfServer(fields, 'http', ['url', 'headers'])).toEqual({
      entry: { url: 'bad', 'headers.0.name': 'missing' },
      form: { schedule: 'no cron', name: 'taken' },
      other: ['spec.dns: odd'],
    });
  });
});
