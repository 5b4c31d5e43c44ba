import { ROLES, type Role } from '@watchroom/contract/identity';

/** What a person fills in about a user. */
export interface UserDraft {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** Empty until one is chosen. */
  readonly role: Role | '';
}

export type UserErrors = Readonly<Partial<Record<keyof UserDraft, string>>>;

export const EMPTY_USER: UserDraft = { firstName: '', lastName: '', email: '', role: '' };

/** What is wrong with each field, in the words of the specification; nothing when it can be sent. */
export function userProblems({ firstName, lastName, email, role }: UserDraft): UserErrors {
  const address = email.trim();
  return {
    ...(firstName.trim() === '' && { firstName: 'Please provide valid first name' }),
    ...(lastName.trim() === '' && { lastName: 'Please provide valid last name' }),
    ...(address === ''
      ? { email: 'Please provide valid email' }
      : !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address) && { email: 'Entered value does not match email format' }),
    ...(role === '' && { role: 'Please select any role' }),
  };
}

/** The draft as it is sent, once nothing is wrong with it. */
export function trimmedUser({ firstName, lastName, email }: UserDraft) {
  return { firstName: firstName.trim(), lastName: lastName.trim(), email: email.trim() };
}

/** The strongest of the roles that somebody holds; without any it is that of a viewer. */
export function highestRole(roles: readonly string[] | null): Role {
  return ROLES.find((role) => roles?.includes(role)) ?? 'viewer';
}

/** What a role may do, in one sentence. */
export const ROLE_MEANINGS: Readonly<Record<Role, string>> = {
  admin: 'Reads and writes everything, users and access included.',
  editor: 'Reads everything and writes everything but connections, users and access.',
  commander: 'Reads what a viewer reads, runs checks and leads incidents.',
  responder: 'Reads what a viewer reads, runs checks and works on incidents.',
  viewer: 'Reads everything but connections, users and access. Writes nothing.',
};
