import { canonicalEmail } from '../people.ts';

/** Whom a provider vouches for. */
export interface Vouched {
  /** The provider's own id of the account: never an email, which may pass to somebody else. */
  readonly subject: string;
  /** More about the person; asks the provider where it has not told yet. */
  person(): Promise<VouchedPerson>;
}

export interface VouchedPerson {
  /** In canonical form; empty where the provider tells none. */
  readonly email: string;
  /** The provider says that the address is this person's. */
  readonly isVerified: boolean;
  readonly first: string;
  readonly last: string;
}

interface Told {
  readonly email: unknown;
  readonly isVerified: boolean;
  readonly given?: unknown;
  readonly family?: unknown;
  readonly name?: unknown;
}

const MOST_NAME = 200;

/** Brings what a provider told into our form: a first name there is always. */
export function personOf({ email, isVerified, given, family, name }: Told): VouchedPerson {
  const address = typeof email === 'string' ? canonicalEmail(email) : '';
  const [first = '', ...rest] = nameOf(name).split(' ');
  const parts = nameOf(given) === '' ? [first, nameOf(family) || rest.join(' ')] : [nameOf(given), nameOf(family)];
  return {
    email: address,
    isVerified,
    first: (parts[0] || (address.split('@')[0] ?? '')).slice(0, MOST_NAME),
    last: (parts[1] ?? '').slice(0, MOST_NAME),
  };
}

/** One line: a provider lets people call themselves anything. */
function nameOf(told: unknown): string {
  return typeof told === 'string' ? told.replace(/[\p{Cc}\s]+/gu, ' ').trim() : '';
}
