import { describe, expect, it } from 'vitest';
import { withoutCheck } from './canary-entry.ts';

const http = [{ name: 'front page', url: 'http://a' }, { url: 'http://b' }];

describe('a spec without a check', () => {
  it('keeps the entries of all others', () => {
    const spec = { schedule: '@every 1m', http, tcp: [{ name: 'door' }] };
    expect(withoutCheck(spec, 'http', 'front page')).toEqual({ ...spec, http: [{ url: 'http://b' }] });
    expect(withoutCheck(spec, 'http', 'http://b')).toEqual({ ...spec, http: [http[0]] });
    expect(withoutCheck(spec, 'tcp', 'door')).toEqual({ schedule: '@every 1m', http });
  });

  it('is none when it is the only one, whatever it is called', () => {
    expect(withoutCheck({ schedule: '@every 1m', tcp: [{ name: 'door' }] }, 'tcp', 'door')).toBeUndefined();
    expect(withoutCheck({ http: [{ name: 'renamed' }] }, 'http', 'front page')).toBeUndefined();
  });

  it('is not made when the check is not found among several', () => {
    expect(() => withoutCheck({ http }, 'http', 'gone')).toThrow(
      'gone was not found in its source. Open the source and delete the check there.',
    );
  });
});
