import { describe, expect, it } from 'vitest';
import { HIDDEN, restoreSecrets, specWithoutSecrets } from './secrets.ts';

const stored = {
  schedule: '@every 30s',
  http: [
    {
      name: 'shop',
      url: 'https://ann:s3cret@shop.example.com/health?x=a:b@c',
      password: { value: 'hunter2' },
      headers: [
        { name: 'Authorization', value: 'Bearer abc' },
        { name: 'X-Api-Key', value: 'k-1' },
        { name: 'Accept', value: 'text/html' },
      ],
    },
  ],
};

describe('a spec as people see it', () => {
  const shown = specWithoutSecrets(stored);
  const text = JSON.stringify(shown);

  it.each(['s3cret', 'hunter2', 'Bearer abc', 'k-1'])('does not hold %s', (secret) => {
    expect(text).not.toContain(secret);
  });

  it('keeps what is no secret', () => {
    expect(text).toContain(`https://ann:${HIDDEN}@shop.example.com/health?x=a:b@c`);
    expect(text).toContain('text/html');
    expect(shown['schedule']).toBe('@every 30s');
  });

  it('is the stored one again when it is sent back unchanged', () => {
    expect(restoreSecrets(shown, stored)).toEqual(stored);
  });

  it('takes a secret that was typed anew, and keeps the others', () => {
    const changed = structuredClone(shown) as typeof stored;
    const [entry] = changed.http;
    if (entry) entry.password.value = 'new one';
    const result = restoreSecrets(changed, stored) as typeof stored;
    expect(result.http[0]?.password.value).toBe('new one');
    expect(result.http[0]?.url).toBe(stored.http[0]?.url);
  });
});
