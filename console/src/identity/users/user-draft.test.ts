import { describe, expect, it } from 'vitest';
import { EMPTY_USER, highestRole, trimmedUser, userProblems } from './user-draft.ts';

const ADA = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', role: 'editor' } as const;

describe('a user that is filled in', () => {
  it('needs names, an address and a role, each with a sentence of its own', () => {
    expect(userProblems(EMPTY_USER)).toEqual({
      firstName: 'Please provide valid first name',
      lastName: 'Please provide valid last name',
      email: 'Please provide valid email',
      role: 'Please select any role',
    });
    expect(userProblems({ ...ADA, firstName: '  ' })).toEqual({ firstName: 'Please provide valid first name' });
  });

  it.each(['ada', 'ada@example', '@example.com', 'ada@', 'a b@example.com', 'ada@exa mple.com', 'a@b@example.com'])(
    'is not taken with the address %s',
    (email) => expect(userProblems({ ...ADA, email })).toEqual({ email: 'Entered value does not match email format' }),
  );

  it.each(['ada@example.com', ' ada@example.com ', 'ada+on-call@sub.example.co.uk', 'ädä@exämple.de'])(
    'is taken with the address "%s"',
    (email) => expect(userProblems({ ...ADA, email })).toEqual({}),
  );

  it('is sent without blanks around its texts', () => {
    expect(trimmedUser({ ...ADA, firstName: ' Ada ', email: ' ada@example.com' })).toEqual({
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada@example.com',
    });
  });
});

describe('the role of somebody', () => {
  it.each([
    [['viewer', 'admin', 'editor'], 'admin'],
    [['viewer', 'commander'], 'commander'],
    [['responder'], 'responder'],
    [[], 'viewer'],
    [null, 'viewer'],
  ])('with the roles %j is %s', (roles, role) => expect(highestRole(roles)).toBe(role));
});
