import { describe, expect, it } from 'vitest';
import {
  factorRemovedMail,
  invitationMail,
  methodAddedMail,
  passwordChangedMail,
  recoveryMail,
  triedRegistrationMail,
  verificationMail,
} from './texts.ts';

const BASE = 'https://watch.example.com';
const TO = 'ann@example.com';
const SECRET = { code: '012345', token: 'the-token' };

const MAILS = [
  recoveryMail(TO, BASE, SECRET),
  verificationMail(TO, BASE, SECRET),
  invitationMail(TO, `${BASE}/registration?invitation=abc`, new Date('2026-03-08T12:30:00Z')),
  triedRegistrationMail(TO, BASE),
  passwordChangedMail(TO, BASE),
  factorRemovedMail(TO, BASE, 'totp'),
  methodAddedMail(TO, BASE, 'webauthn'),
];

describe.each(MAILS)('the mail $kind', ({ to, subject, body }) => {
  it('goes to one address, says what happened, and leads nowhere but to the console', () => {
    expect(to).toBe(TO);
    expect(subject).toMatch(/^[A-Z][\w ]{9,60}$/);
    const links = body.match(/\w+:\/\/\S+/g) ?? [];
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) expect(link.startsWith(`${BASE}/`)).toBe(true);
    expect(body).not.toMatch(/[^\n\x20-\x7e]/);
    expect(body.split('\n').length).toBeLessThan(25);
  });
});

describe('a mail', () => {
  it('with a code has the link beside it', () => {
    expect(MAILS[0]?.body).toContain('012345');
    expect(MAILS[0]?.body).toContain(`${BASE}/api/.ory/self-service/recovery/browser?token=the-token`);
    expect(MAILS[1]?.body).toContain(`${BASE}/api/.ory/self-service/verification/browser?token=the-token`);
    expect(MAILS[2]?.body).toContain('until 2026-03-08 12:30 UTC');
  });
});
