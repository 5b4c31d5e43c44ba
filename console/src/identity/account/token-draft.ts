import { ROLES, type Role, type TokenScope } from '@watchroom/contract/identity';

const MOST_DAYS = 365;
const SCOPES: readonly TokenScope[] = ['read_only', ...ROLES];

/** What a person fills in about a new token. */
export interface TokenDraft {
  readonly name: string;
  readonly scope: TokenScope;
  /** As it is typed. */
  readonly days: string;
}

export const NEW_TOKEN: TokenDraft = { name: '', scope: 'read_only', days: '90' };

/** @param text JSON of a draft. @returns undefined where it is none. */
export function readDraft(text: string | null): TokenDraft | undefined {
  try {
    const kept = JSON.parse(text ?? 'null') as Partial<Record<string, unknown>> | null;
    const { name, scope, days } = kept ?? {};
    const known = SCOPES.find((each) => each === scope);
    return typeof name === 'string' && typeof days === 'string' && known ? { name, scope: known, days } : undefined;
  } catch {
    return undefined;
  }
}

export type TokenErrors = Readonly<Partial<Record<keyof TokenDraft, string>>>;

/** What is wrong with each field; nothing when it can be sent. */
export function tokenProblems({ name, days }: TokenDraft): TokenErrors {
  return {
    ...(name.trim() === '' && { name: 'Enter what the token is for' }),
    ...(daysOf(days) === undefined && { days: `Enter a whole number of days from 1 to ${MOST_DAYS}` }),
  };
}

/** Days that were typed; undefined when they are none that a token may live. */
export function daysOf(text: string): number | undefined {
  const days = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0;
  return days >= 1 && days <= MOST_DAYS ? days : undefined;
}

/** What a token of somebody with these roles may do at most, the least first. */
export function scopesFor(roles: readonly Role[]): readonly TokenScope[] {
  const highest = ROLES.findIndex((role) => roles.includes(role));
  const held = highest < 0 ? ['viewer' as const] : ROLES.slice(highest);
  return ['read_only', ...held.toReversed()];
}

export function scopeWord(scope: TokenScope): string {
  return scope === 'read_only' ? 'Read only' : `As ${scope}`;
}
