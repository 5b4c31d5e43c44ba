import { OutboundError } from '@watchroom/outbound';
import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';

/**
 * Why a provider signed nobody in. `cancelled`: the person did not go on there; `unreachable`: it did not answer, or not as
 * a provider does; `unaccepted`: it does not accept this server; `over`: the answer was used or is too old; `untrusted`: the
 * answer is not what was asked for.
 */
export type ProviderFailure = 'cancelled' | 'unreachable' | 'unaccepted' | 'over' | 'untrusted';

export class ProviderError extends Error {
  override name = 'ProviderError';
  readonly failure: ProviderFailure;

  /** @param reason for the log: no token, no code, nothing of the person. */
  constructor(failure: ProviderFailure, reason: string) {
    super(reason);
    this.failure = failure;
  }
}

const UNREACHABLE: ReadonlySet<string> = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
  'OAUTH_MISSING_SERVER_METADATA',
  'OAUTH_INVALID_SERVER_METADATA',
]);

/** What openid-client and the way out throw, as one of ours. Anything that is no answer of a provider is thrown on. */
export function providerError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  if (error instanceof OutboundError) return new ProviderError('unreachable', error.message);
  if (error instanceof AuthorizationResponseError)
    return new ProviderError(error.error === 'access_denied' ? 'cancelled' : 'unaccepted', printable(error.error));
  if (error instanceof ResponseBodyError)
    return new ProviderError(error.error === 'invalid_grant' ? 'over' : 'unaccepted', printable(error.error));
  if (error instanceof ClientError) {
    if (error.cause instanceof OutboundError) return providerError(error.cause);
    const { code = '' } = error;
    const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
    return new ProviderError(UNREACHABLE.has(code) ? 'unreachable' : 'untrusted', `${error.message}${cause}`);
  }
  if (error instanceof Error && 'code' in error && error.code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE')
    return new ProviderError('unaccepted', error.message);
  throw error;
}

/** The word of an error comes from outside, perhaps from the browser. */
function printable(word: string): string {
  return word.replace(/[^\w .-]/g, '?').slice(0, 60);
}
