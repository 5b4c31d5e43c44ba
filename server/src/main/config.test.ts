import { describe, expect, it } from 'vitest';
import { readCommand } from './config.ts';

const KRATOS = { WATCHROOM_AUTH: 'kratos', WATCHROOM_KRATOS_URL: 'http://kratos:4433' };

describe('the settings of an external Kratos', () => {
  it('take the first administrator by his email alone', () => {
    const { roomSettings } = readCommand([], { ...KRATOS, WATCHROOM_ADMIN_EMAIL: 'ann@example.com' });
    expect(roomSettings).toMatchObject({
      auth: 'kratos',
      adminEmail: 'ann@example.com',
      kratosUrl: 'http://kratos:4433',
    });
  });

  it('refuse a password for him, which would be in nobody’s use', () => {
    const both = { WATCHROOM_ADMIN_EMAIL: 'ann@example.com', WATCHROOM_ADMIN_PASSWORD: 'a long password' };
    expect(() => readCommand([], { ...KRATOS, ...both })).toThrow(/WATCHROOM_ADMIN_PASSWORD has no place/);
    expect(readCommand([], both).roomSettings['adminPassword']).toBe('a long password');
  });

  it('refuse to be without its address, and accounts of our own an email without a password', () => {
    expect(() => readCommand([], { WATCHROOM_AUTH: 'kratos' })).toThrow(/WATCHROOM_KRATOS_URL is missing/);
    expect(() => readCommand([], { WATCHROOM_ADMIN_EMAIL: 'ann@example.com' })).toThrow(/belong together/);
  });
});
