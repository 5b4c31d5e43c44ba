import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseAddress, safeReturnPath, writeAddress } from './address.ts';

beforeEach(() => vi.stubGlobal('location', { origin: 'https://watch.example.org' }));
afterEach(() => vi.unstubAllGlobals());

describe('safeReturnPath', () => {
  it.each(['/health', '/health?checkId=1&query=a%20b', '/settings/x#y'])('goes back to %s', (path) => {
    expect(safeReturnPath(path)).toBe(path);
  });

  it.each([
    undefined,
    '',
    'health',
    'https://evil.example.org/',
    '//evil.example.org',
    '/\\evil.example.org',
    '/\t/evil.example.org',
    '/.//evil.example.org',
    '/login?return_to=/health',
    '/auth-state-checker',
    '/error/1',
  ])('does not go to %j', (asked) => {
    expect(safeReturnPath(asked)).toBe('/');
  });
});

describe('addresses', () => {
  it('hold flat text both ways, numbers and JSON included', () => {
    const view = { query: '123', labels: '{"env":1}', name: 'a&b=c d' };
    expect(parseAddress(writeAddress(view))).toEqual(view);
  });

  it('leave absent values out', () => {
    expect(writeAddress({ a: undefined, b: '' })).toBe('');
  });
});
