import { describe, expect, it } from 'vitest';
import { isMissingPart } from './missing-part.ts';

describe('a part that cannot be fetched', () => {
  it.each([
    'Failed to fetch dynamically imported module: https://example.com/assets/Chart-1.js',
    'error loading dynamically imported module: https://example.com/assets/Chart-1.js',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/Chart-1.css',
  ])('is known by the words of the browser: %s', (message) => {
    expect(isMissingPart(new TypeError(message))).toBe(true);
  });

  it('is not any other failure', () => {
    expect(isMissingPart(new TypeError('x is undefined'))).toBe(false);
    expect(isMissingPart('Importing a module script failed.')).toBe(false);
  });
});
