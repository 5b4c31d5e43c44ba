import { describe, expect, it } from 'vitest';
import { hashPassword, needsRehash, passwordProblem, verifyPassword } from './passwords.ts';

/** From the test suite of the reference implementation (P-H-C/phc-winner-argon2, argon2id v=19). */
const REFERENCE = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';

describe('a stored password', () => {
  it('is a PHC string of argon2id at 19 MiB and two passes, with a salt of its own', async () => {
    const [one, two] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(one).not.toBe(two);
  });

  it('matches its password and no other', async () => {
    const stored = await hashPassword('correct horse');
    expect(await verifyPassword('correct horse', stored)).toBe(true);
    expect(await verifyPassword('Correct horse', stored)).toBe(false);
    expect(await verifyPassword('', stored)).toBe(false);
  });

  it('that another implementation wrote is understood', async () => {
    expect(await verifyPassword('password', REFERENCE)).toBe(true);
    expect(await verifyPassword('passwore', REFERENCE)).toBe(false);
  });

  it('matches however a keyboard composes its characters', async () => {
    const stored = await hashPassword('caf\u00e9 au lait');
    expect(await verifyPassword('cafe\u0301 au lait', stored)).toBe(true);
  });

  it('is hashed anew when its cost is not that of today', async () => {
    expect(needsRehash(REFERENCE)).toBe(true);
    expect(needsRehash(await hashPassword('correct horse'))).toBe(false);
  });

  it.each([
    ['nothing at all', undefined],
    ['an empty text', ''],
    [
      'another function',
      '$argon2i$v=19$m=19456,t=2,p=1$c29tc2FsdHNvbWVzYWx0$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
    ],
    [
      'four gigabytes',
      '$argon2id$v=19$m=4194304,t=2,p=1$c29tc2FsdHNvbWVzYWx0$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
    ],
    ['no passes', '$argon2id$v=19$m=19456,t=0,p=1$c29tc2FsdHNvbWVzYWx0$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'],
  ])('that is %s matches no password', async (_, stored) => {
    expect(await verifyPassword('password', stored)).toBe(false);
  });
});

describe('a new password', () => {
  it.each(['8d2f77b1', 'пароль12', '🔑🔑🔑🔑🔑🔑🔑🔑', 'x'.repeat(1024)])('may be %j', (password) => {
    expect(passwordProblem(password)).toBeUndefined();
  });

  it.each(['', '1234567', '🔑🔑🔑🔑🔑🔑🔑'])('may not be as short as %j', (password) => {
    expect(passwordProblem(password)).toBe('Use at least 8 characters');
  });

  it.each(['password1234', '12345678'])('may not be one that everybody tries: %j', (password) => {
    expect(passwordProblem(password)).toBe('This is one of the most used passwords. Use another');
  });

  it('may not be longer than what is hashed', () => {
    expect(passwordProblem('é'.repeat(513))).toBe('Use at most 1024 bytes');
  });
});
