import { createOutbound } from '@watchroom/outbound';
import { afterAll, describe, expect, it } from 'vitest';
import { RefusedMail, sendMail } from './send-mail.ts';
import { headersOf, serveSmtp } from './testing/smtp.ts';

const outbound = createOutbound();
afterAll(() => outbound[Symbol.asyncDispose]());

const SHORT = { connect: 300, silence: 300, whole: 2_000 };
const mail = (changes: { recipient?: string; subject?: string; body?: string } = {}) => ({
  id: '01900000-0000-7000-8000-000000000001',
  recipient: 'ann@example.com',
  subject: 'Recover your account',
  body: 'One line.\n\nhttps://watch.example.com/recovery?token=abc\n',
  createdAt: new Date('2026-03-01T12:00:00Z'),
  ...changes,
});
const send = (
  ...[server, sent = mail(), limits]: [Parameters<typeof sendMail>[1], ReturnType<typeof mail>?, typeof SHORT?]
) => sendMail(outbound, server, sent, new AbortController().signal, limits);

describe('a mail', () => {
  it('arrives as plain text over STARTTLS, known by its id, and asks for no automatic answer', async () => {
    await using smtp = await serveSmtp();
    await send(smtp.settings());
    const [got] = smtp.received;
    expect(got).toMatchObject({ from: 'watch@example.com', to: ['ann@example.com'], isSecure: true });
    expect(headersOf(got, 'Message-ID')).toEqual(['<01900000-0000-7000-8000-000000000001@example.com>']);
    expect(headersOf(got, 'Auto-Submitted')).toEqual(['auto-generated']);
    expect(headersOf(got, 'From')).toEqual(['Watchroom <watch@example.com>']);
    expect(headersOf(got, 'To')).toEqual(['ann@example.com']);
    expect(headersOf(got, 'Date')).toEqual(['Sun, 01 Mar 2026 12:00:00 +0000']);
    expect(headersOf(got, 'Content-Type')[0]).toContain('text/plain');
    expect(got?.raw).toContain('https://watch.example.com/recovery?token=');
  });

  it('arrives over TLS from the first byte, with sign-in', async () => {
    await using smtp = await serveSmtp({
      secure: true,
      authOptional: false,
      onAuth: ({ username, password }, _session, done) =>
        username === 'watch' && password === 'p@ss word' ? done(null, { user: username }) : done(new Error('no')),
    });
    await send(smtp.settings({ login: { user: 'watch', password: 'p@ss word' } }));
    expect(smtp.received).toMatchObject([{ isSecure: true, user: 'watch' }]);
    const wrong = await send(smtp.settings({ login: { user: 'watch', password: 'wrong' } })).catch(
      (error: unknown) => error,
    );
    expect(wrong).toBeInstanceOf(Error);
    expect(wrong).not.toBeInstanceOf(RefusedMail);
    expect(String(wrong)).not.toContain('wrong');
    expect(smtp.received).toHaveLength(1);
  });

  it('is not sent in clear to a server that stopped offering STARTTLS', async () => {
    await using smtp = await serveSmtp({ disabledCommands: ['STARTTLS'] });
    await expect(send(smtp.settings())).rejects.toThrow(/STARTTLS|TLS/);
    expect(smtp.received).toEqual([]);
    await send(smtp.settings({ tls: 'never' }));
    expect(smtp.received).toMatchObject([{ isSecure: false }]);
  });

  it('is not sent to a server whose certificate nobody vouches for', async () => {
    await using starttls = await serveSmtp();
    await using secure = await serveSmtp({ secure: true });
    for (const smtp of [starttls, secure]) {
      await expect(send(smtp.settings({ authority: undefined }))).rejects.toThrow(/certificate/i);
      expect(smtp.received).toEqual([]);
    }
  });

  it('whose recipient the server refuses is refused for good with 550, and for now with 450', async () => {
    let responseCode = 550;
    await using smtp = await serveSmtp({
      onRcptTo: (_address, _session, done) => done(Object.assign(new Error('no such mailbox'), { responseCode })),
    });
    await expect(send(smtp.settings())).rejects.toMatchObject({ name: 'RefusedMail', isFinal: true });
    responseCode = 450;
    await expect(send(smtp.settings())).rejects.toMatchObject({ name: 'RefusedMail', isFinal: false });
  });

  it('gives up on a server that says nothing, before the greeting or after the mail, and after a time for everything', async () => {
    await using silent = await serveSmtp({ onConnect: () => undefined });
    await using stuck = await serveSmtp({ onData: (stream) => void stream.resume() });
    await expect(send(silent.settings(), mail(), SHORT)).rejects.toThrow(/timeout|greeting/i);
    await expect(send(stuck.settings(), mail(), SHORT)).rejects.toThrow(/timeout/i);
    await expect(send(stuck.settings(), mail(), { ...SHORT, silence: 60_000 })).rejects.toThrow(/abort/i);
  });
});

describe('what somebody else wrote', () => {
  it.each([
    'ann@example.com,eve@example.com',
    'ann@example.com, eve@example.com',
    'ann@example.com;eve@example.com',
    'ann@example.com\r\nBcc: eve@example.com',
    'ann@example.com>\r\nRCPT TO:<eve@example.com',
    '"ann" <eve@example.com>',
    'Ann <ann@example.com>',
    'ann@example.com eve@example.com',
    'ann@@example.com',
    '@relay.example:ann@example.com',
    '"ann@example.com"@evil.example',
    'ann@[127.0.0.1]',
    'ann@exa\u202emple.com',
    'ann',
    `${'a'.repeat(65)}@example.com`,
    '',
  ])('does not reach a server as recipient %j', async (recipient) => {
    await using smtp = await serveSmtp();
    await expect(send(smtp.settings(), mail({ recipient }))).rejects.toMatchObject({
      name: 'RefusedMail',
      isFinal: true,
    });
    expect(smtp.received).toEqual([]);
  });

  it('in a subject adds no header', async () => {
    await using smtp = await serveSmtp();
    const subject = 'Hello\r\nBcc: eve@example.com\r\n\r\n<h1>body</h1>\u2028x\u0000';
    await send(smtp.settings(), mail({ subject }));
    const [got] = smtp.received;
    expect(got?.to).toEqual(['ann@example.com']);
    expect(headersOf(got, 'Bcc')).toEqual([]);
    expect(headersOf(got, 'Subject')).toEqual(['Hello Bcc: eve@example.com <h1>body</h1> x']);
  });

  it('in a body ends neither the mail nor the text', async () => {
    await using smtp = await serveSmtp();
    await send(smtp.settings(), mail({ body: 'before\r\n.\r\nMAIL FROM:<eve@example.com>\r\n.\nafter\n' }));
    expect(smtp.received).toHaveLength(1);
    expect(smtp.received[0]?.raw).toContain('after');
  });
});
