import { describe, expect, it } from 'vitest';
import { targetFromText } from './target.ts';

describe('what a person typed', () => {
  it.each([
    ['https://example.com', 'http', { url: 'https://example.com/' }, 'example.com'],
    [
      '  HTTP://Example.com:8080/health?x=1  ',
      'http',
      { url: 'http://example.com:8080/health?x=1' },
      'example.com:8080/health',
    ],
    ['example.com/status', 'http', { url: 'https://example.com/status' }, 'example.com/status'],
    ['localhost:3000/up', 'http', { url: 'http://localhost:3000/up' }, 'localhost:3000/up'],
    ['db.internal:5432', 'tcp', { endpoint: 'db.internal:5432' }, 'db.internal:5432'],
    ['10.0.0.1:22', 'tcp', { endpoint: '10.0.0.1:22' }, '10.0.0.1:22'],
    ['[::1]:443', 'tcp', { endpoint: '[::1]:443' }, '[::1]:443'],
    ['10.0.0.1', 'icmp', { endpoint: '10.0.0.1' }, '10.0.0.1'],
    ['fe80::1', 'icmp', { endpoint: 'fe80::1' }, 'fe80::1'],
    ['[2001:db8::1]', 'icmp', { endpoint: '2001:db8::1' }, '2001:db8::1'],
    ['example.com', 'dns', { query: 'example.com' }, 'example.com'],
    ['printer', 'dns', { query: 'printer' }, 'printer'],
  ])('%j becomes a check of kind %s', (text, kind, spec, name) => {
    expect(targetFromText(text)).toEqual({ kind, spec, name });
  });

  it.each([
    ['', 'Enter a URL'],
    ['two words', 'contain spaces'],
    ['ftp://example.com', 'ftp:// cannot be watched'],
    ['http://', 'not a valid URL'],
    ['example.com:0', 'from 1 to 65535'],
    ['example.com:70000', 'from 1 to 65535'],
    ['300.1.1.1', 'not an address'],
    ['-bad-', 'not a host name'],
    ['a'.repeat(300), 'not a host name'],
  ])('%j is answered with what is wrong', (text, sentence) => {
    expect(targetFromText(text)).toContain(sentence);
  });
});
