import { describe, expect, it } from 'vitest';
import { splitAddress } from './address-secrets.ts';

const split = (path: string) => {
  const { secrets, rest } = splitAddress(new URL(path, 'https://watch.example.org'));
  return { ...secrets, rest: rest.pathname + rest.search };
};

describe('an address with secrets', () => {
  it.each(['username', 'identifier', 'email'])('gives %s and password away, and keeps the rest', (name) => {
    expect(split(`/login?${name}=ada%40example.com&password=a%26b&return_to=%2Fhealth`)).toEqual({
      credentials: { identifier: 'ada@example.com', password: 'a&b' },
      rest: '/login?return_to=%2Fhealth',
    });
  });

  it('loses a password without a name too', () => {
    expect(split('/login/?password=secret')).toEqual({ rest: '/login/' });
  });

  it('gives away the token of a mail, of which nothing stays', () => {
    expect(split('/recovery?token=abc')).toEqual({ token: 'abc', rest: '/recovery' });
  });

  it.each(['/LOGIN', '/', '/recovery', '/registration', '/login'])(
    'loses a password at %s, however it is spelt',
    (path) => {
      expect(split(`${path}?Username=ada&PASSWORD=secret&a=b`).rest).toBe(`${path}?a=b`);
    },
  );

  it('keeps what other pages mean by these names', () => {
    expect(split('/registration?email=ada')).toEqual({ rest: '/registration?email=ada' });
  });
});
