import { describe, expect, it } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

describe('a password that everybody tries first', () => {
  it.each([
    'password',
    'password1234',
    'Password1!',
    'P@ssw0rd123',
    'passwort2024',
    'qwertyuiop',
    'qwerty123456',
    '1q2w3e4r',
    'admin123',
    'administrator',
    'welcome2025!',
    'watchroom1',
    '12345678',
    '123456789',
    '1234567890',
    '11111111',
    '12121212',
    '123123123',
    '12341234',
    '87654321',
  ])('is %s', (password) => expect(isCommonPassword(password)).toBe(true));

  it.each([
    'correct horse',
    'a new password',
    'password of my cat',
    'adminton',
    '20240131',
    '8d2f77b1',
    'пароль12',
    'x'.repeat(1024),
  ])('is not %s', (password) => expect(isCommonPassword(password)).toBe(false));
});
