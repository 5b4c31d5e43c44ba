import { ApiError, UNREACHED } from './api-error.ts';

const TIMEOUT = 30_000;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Empty when there is no body. */
  readonly text: string;
}

/**
 * Sends a request to our own server and reads the whole answer, whatever its status.
 * @throws ApiError when no answer came within 30 seconds; the original error when the request's own signal ended it.
 */
export async function send(address: RequestInfo | URL, request: RequestInit): Promise<Answer> {
  const timeout = AbortSignal.timeout(TIMEOUT);
  const signal = request.signal ? AbortSignal.any([request.signal, timeout]) : timeout;
  try {
    const response = await fetch(address, { ...request, credentials: 'same-origin', signal });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (cause) {
    // A caller that lost interest is no failure; the query cache expects the original error.
    if (request.signal?.aborted) throw cause;
    const code = timeout.aborted ? 'timeout' : navigator.onLine === false ? 'offline' : 'network';
    throw new ApiError(code, UNREACHED[code], {}, cause);
  }
}
