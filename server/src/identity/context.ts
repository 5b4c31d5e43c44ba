import type { AttemptLimits } from './attempts.ts';

/** What the room needs; `key` is the HMAC key of the attempt limits, the same on all replicas. */
export interface IdentityContext extends AttemptLimits {
  /** The address of the console as people type it; https makes the cookie secure. */
  readonly publicUrl: string | undefined;
}
