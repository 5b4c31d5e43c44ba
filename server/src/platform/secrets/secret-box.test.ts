import { describe, expect, it } from 'vitest';
import { createSecretBox } from './secret-box.ts';

const box = createSecretBox(Buffer.alloc(32, 1), 'first');

describe('a sealed secret', () => {
  it('is opened for the purpose that it was sealed for, and no other', () => {
    const sealed = box.seal('päßwörd 🔑', 'a mailbox');
    expect(box.open(sealed, 'a mailbox')).toBe('päßwörd 🔑');
    expect(() => box.open(sealed, 'another mailbox')).toThrow('unable to authenticate data');
  });

  it('shows nothing of the text, and is another one each time', () => {
    const sealed = box.seal('correct horse', 'x');
    expect(sealed).toMatch(/^v1:first:[A-Za-z0-9_-]+$/);
    expect(Buffer.from(sealed.split(':')[2] ?? '', 'base64url').toString('latin1')).not.toContain('correct horse');
    expect(box.seal('correct horse', 'x')).not.toBe(sealed);
  });

  it('is refused where one bit of it was changed', () => {
    const [version, key, encoded = ''] = box.seal('correct horse', 'x').split(':');
    const bytes = Buffer.from(encoded, 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => box.open(`${version}:${key}:${changed.toString('base64url')}`, 'x')).toThrow(
        'unable to authenticate data',
      );
    }
  });

  it('names its key, so that a server with another one says what is wrong', () => {
    const other = createSecretBox(Buffer.alloc(32, 2), 'second');
    expect(() => other.open(box.seal('x', 'x'), 'x')).toThrow('another key (first, this server has second)');
    expect(() => box.open('nonsense', 'x')).toThrow('unknown form');
  });
});
