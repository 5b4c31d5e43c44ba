import type { Selected } from '../../app/data.ts';

/** What the list of users asks for of each. */
export const USER_COLUMNS = `id, name, email, first:traits->name->>first, last:traits->name->>last, account_state, role, roles,
  email_verified, second_factor, created_at, last_login`;

/** A user as the list and the dialog show one. */
export type User = Selected<'identities', typeof USER_COLUMNS>;
