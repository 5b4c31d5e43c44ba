import { describe, expect, it } from 'vitest';
import { readMailServer } from './mail-server.ts';

const FROM = 'watch@example.com';

describe('the settings of mail', () => {
  it('name a server, how to sign in there, and as whom to send', () => {
    expect(readMailServer('smtp://watch%40example.com:p%2Fw@mail.example.com', FROM)).toEqual({
      host: 'mail.example.com',
      port: 587,
      tls: 'starttls',
      login: { user: 'watch@example.com', password: 'p/w' },
      authority: undefined,
      sender: 'watch@example.com',
    });
    expect(readMailServer('smtps://[::1]', FROM)).toMatchObject({
      host: '::1',
      port: 465,
      tls: 'always',
    });
    expect(readMailServer('smtp://relay:25?starttls=never', FROM)).toMatchObject({ port: 25, tls: 'never' });
    expect(readMailServer(`smtp://relay?ca=${import.meta.filename}`, FROM)?.authority).toContain(
      'the settings of mail',
    );
  });

  it('may be absent', () => expect(readMailServer(undefined, undefined)).toBeUndefined());

  it.each([
    ['http://mail.example.com', FROM, /smtp:\/\//],
    ['mail.example.com:587', FROM, /smtp:\/\//],
    ['smtp://', FROM, /smtp:\/\/|host/],
    ['smtp://mail.example.com/inbox', FROM, /end after/],
    ['smtp://mail.example.com?tls=off', FROM, /unknown option "tls"/],
    ['smtp://mail.example.com?starttls=maybe', FROM, /required or never/],
    ['smtp://ann:secret@mail.example.com?starttls=never', FROM, /in clear/],
    ['smtp://ann@mail.example.com', FROM, /without a password/],
    ['smtp://ann:secret%@mail.example.com', FROM, /%/],
    ['smtp://mail.example.com?ca=/nowhere.pem', FROM, /nowhere\.pem/],
    ['smtp://mail.example.com', undefined, /WATCHROOM_MAIL_FROM/],
    ['smtp://mail.example.com', 'Watchroom <watch@example.com>', /one plain address/],
    ['smtp://mail.example.com', 'a@example.com, b@example.com', /one plain address/],
    ['smtp://mail.example.com', 'a@example.com\r\nBcc: b@example.com', /one plain address/],
  ])('%s from %s is refused with words that help', (url, from, words) => {
    expect(() => readMailServer(url, from)).toThrow(words);
    expect(() => readMailServer(url, from)).not.toThrow(/secret/);
  });
});
