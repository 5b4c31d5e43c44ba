import { describe, expect, it } from 'vitest';
import { HIDDEN } from './hidden.ts';
import { hideSpecSecrets, restoreSpecSecrets } from './spec-secrets.ts';

const stored = {
  notifications: [
    { name: 'chat', url: 'https://chat.example', properties: { token: 'first' } },
    { name: 'mail', url: 'smtp://ops:second@mail.example', properties: { channel: 'ops' } },
  ],
};
const [chat, mail] = stored.notifications;

describe('the secrets of a spec without kinds', () => {
  it('are told by the names of fields and by logins in addresses', () => {
    expect(hideSpecSecrets(stored)).toEqual({
      notifications: [
        { ...chat, properties: { token: HIDDEN } },
        { ...mail, url: `smtp://ops:${HIDDEN}@mail.example` },
      ],
    });
  });

  it('come back to the item of the same name when the list is sent in another order', () => {
    const before = {
      variables: [
        { name: 'one', token: 'first' },
        { name: 'two', token: 'second' },
      ],
    };
    const shown = hideSpecSecrets(before) as typeof before;
    expect(shown.variables.map(({ token }) => token)).toEqual([HIDDEN, HIDDEN]);
    const restored = restoreSpecSecrets({ variables: shown.variables.toReversed() }, before);
    expect(restored).toEqual({ variables: before.variables.toReversed() });
  });

  it('do not follow an item to another address', () => {
    const sent = { notifications: [{ ...chat, url: 'https://thief.example', properties: { token: HIDDEN } }] };
    expect(() => restoreSpecSecrets(sent, stored)).toThrow(/type the secret again/);
  });
});

describe('a list that is known to hold entries of a kind', () => {
  const schema = { type: 'object', properties: { phrase: { type: 'string', 'x-widget': 'secret' } } } as const;
  const entriesOf = (key: string) => (key === 'entries' ? { schema } : undefined);

  it('has the secrets that the schema of the kind marks', () => {
    const spec = { entries: [{ phrase: 'open' }], others: [{ phrase: 'open' }] };
    expect(hideSpecSecrets(spec, entriesOf)).toEqual({ ...spec, entries: [{ phrase: HIDDEN }] });
  });
});
