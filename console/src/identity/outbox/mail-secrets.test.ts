import { describe, expect, it } from 'vitest';
import { mailSecrets } from './mail-secrets.ts';

describe('what a mail hands over', () => {
  it('is a code and a link', () => {
    const body =
      'Enter this code:\n\n    482913\n\nOr open this link:\n\n    http://127.0.0.1:8080/recovery?token=a-B_9\n\nWatchroom\n';
    expect(mailSecrets(body)).toEqual({ code: '482913', link: 'http://127.0.0.1:8080/recovery?token=a-B_9' });
  });

  it('is no number within a sentence, and no address without a token', () => {
    const body = 'It was 482913 times.\n\n    4829130\n\nSign in:\n\n    https://watch.example.com/login\n';
    expect(mailSecrets(body)).toEqual({ code: undefined, link: undefined });
  });
});
