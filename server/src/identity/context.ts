import type { Outbound } from '@watchroom/outbound';
import type { Logger } from '../platform/log/logger.ts';
import type { SecretBox } from '../platform/secrets/secret-box.ts';
import type { AttemptLimits } from './attempts.ts';
import type { OidcProvider } from './oidc-providers.ts';

/** What the room needs; `key` is the HMAC key of the attempt limits and tokens, the same on all replicas. */
export interface IdentityContext extends AttemptLimits {
  /** The address of the console as people type it; https makes the cookie secure. */
  readonly publicUrl: string | undefined;
}

/** What the built-in accounts need besides. */
export interface AccountsContext extends IdentityContext {
  readonly log: Logger;
  readonly secretBox: SecretBox;
  readonly outbound: Outbound;
  /** Who may make an account: everybody, whoever has an invitation, or nobody. */
  readonly registration: 'open' | 'invitation' | 'closed';
  /** Whether mails leave by themselves; otherwise they wait for an administrator to read them. */
  readonly sendsMail: boolean;
  /** Where links in mails lead, without a slash at its end: from the configuration, never from a request. */
  readonly linkBase: () => string;
  /** Whether a password stands in the list of known ones; false where no list is given. */
  readonly isBreached: (password: string) => Promise<boolean>;
  readonly oidcProviders: readonly OidcProvider[];
}
