import { describe, expect, it } from 'vitest';
import { FlowError } from './flow-error.ts';
import { allowedReturnTo } from './return-to.ts';

const ORIGINS = ['https://watch.example.com', 'http://127.0.0.1:8080'];

describe('the address to return to', () => {
  it.each([
    ['/', '/'],
    ['/health?tabBy=namespace#top', '/health?tabBy=namespace#top'],
    ['https://watch.example.com/health?a=1', '/health?a=1'],
    ['http://127.0.0.1:8080/settings', '/settings'],
    ['/a/../b', '/b'],
    ['/search?q=100%25', '/search?q=100%25'],
  ])('may be %s', (value, path) => {
    expect(allowedReturnTo(value, ORIGINS)).toBe(path);
  });

  it.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/%09/evil.example',
    '/%5cevil.example',
    '/%2fevil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '\t//evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    ' //evil.example',
    'https://evil.example/',
    'https://watch.example.com.evil.example/',
    'https://watch.example.com@evil.example/',
    'https://ann:secret@watch.example.com/',
    'http://watch.example.com/',
    'https:evil.example',
    'evil.example',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'blob:https://watch.example.com/x',
    `/${'x'.repeat(3_000)}`,
  ])('may not be %j', (value) => {
    expect(() => allowedReturnTo(value, ORIGINS)).toThrow(FlowError);
  });
});
