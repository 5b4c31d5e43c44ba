import type { ContinueWith, Flow, FlowKind } from '@watchroom/contract/identity';
import { ApiError, errorFromAnswer, UNREACHED } from '../../app/api-error.ts';
import { send } from '../../app/send.ts';

const BASE = '/kratos';

export type FlowValues = Readonly<Record<string, string | number | boolean>>;

/** What came of a step of the flow protocol. */
export type FlowAnswer =
  /** `isRefused`: what was sent is wrong, and the flow says where. */
  | { readonly kind: 'flow'; readonly flow: Flow; readonly isRefused: boolean }
  | { readonly kind: 'ended'; readonly continueWith: readonly ContinueWith[] }
  | {
      readonly kind: 'refused';
      readonly status: number;
      /** One of the ids of the protocol, or any other of the provider. */
      readonly id: string;
      readonly message: string;
      readonly redirectTo?: string;
      readonly useFlowId?: string;
    }
  /** Too many attempts; `seconds` until the next one may be made, where the server says so. */
  | { readonly kind: 'limited'; readonly message: string; readonly seconds: number | undefined }
  | { readonly kind: 'failed'; readonly status: number | undefined; readonly message: string };

/** Asks for a new flow. Never rejects, unless `signal` ended it. */
export function createFlow(kind: FlowKind, query: Readonly<Record<string, string>>, signal?: AbortSignal) {
  const search = new URLSearchParams(query);
  return ask(`/self-service/${kind}/browser${search.size > 0 ? `?${search}` : ''}`, signal);
}

export function loadFlow(kind: FlowKind, id: string, signal?: AbortSignal) {
  return ask(`/self-service/${kind}/flows?${new URLSearchParams({ id })}`, signal);
}

export function sendFlow(kind: FlowKind, id: string, values: FlowValues) {
  return ask(`/self-service/${kind}?${new URLSearchParams({ flow: id })}`, undefined, values);
}

/** Who is signed in: 200, 401 and so on; undefined where the server was not reached. */
export async function askWhoAmI(signal?: AbortSignal): Promise<number | undefined> {
  return (await fetchText('/sessions/whoami', signal)).status;
}

/** What the provider keeps of an error, as it came. */
export async function loadFlowError(id: string, signal?: AbortSignal) {
  return fetchText(`/self-service/errors?${new URLSearchParams({ id })}`, signal);
}

/** Ends the session; that nobody is signed in is no error. @throws ApiError */
export async function endSession(): Promise<void> {
  const begun = await fetchText('/self-service/logout/browser');
  if (begun.status === 401) return;
  const token = recordOf(begun.text)['logout_token'];
  if (begun.status !== 200 || typeof token !== 'string') throw failureOf(begun);
  const ended = await fetchText(`/self-service/logout?${new URLSearchParams({ token, return_to: '/login' })}`);
  if (ended.status === undefined || (ended.status >= 400 && ended.status !== 401)) throw failureOf(ended);
}

interface Received {
  readonly status: number | undefined;
  readonly text: string;
  readonly retryAfter: string | null;
}

async function ask(path: string, signal?: AbortSignal, values?: FlowValues): Promise<FlowAnswer> {
  return readAnswer(await fetchText(path, signal, values));
}

async function fetchText(path: string, signal?: AbortSignal, values?: FlowValues): Promise<Received> {
  try {
    const { status, text, headers } = await send(BASE + path, {
      method: values ? 'POST' : 'GET',
      headers: { Accept: 'application/json', ...(values && { 'Content-Type': 'application/json' }) },
      ...(values && { body: JSON.stringify(values) }),
      ...(signal && { signal }),
    });
    return { status, text, retryAfter: headers.get('retry-after') };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { status: undefined, text: JSON.stringify({ message: error.message }), retryAfter: null };
  }
}

/** Reads an answer of the protocol, whatever its status. */
export function readAnswer(received: Received): FlowAnswer {
  const { status, text, retryAfter } = received;
  const body = recordOf(text);
  const error = body['error'];
  if (status === undefined) return { kind: 'failed', status, message: failureOf(received).message };
  if (isFlow(body) && (status < 300 || status === 400)) return { kind: 'flow', flow: body, isRefused: status === 400 };
  if (status < 300) return { kind: 'ended', continueWith: continuationOf(body) };
  const message = failureOf(received).message;
  if (status === 429) {
    const seconds = Number.parseInt(retryAfter ?? '', 10);
    return { kind: 'limited', message, seconds: Number.isNaN(seconds) ? undefined : seconds };
  }
  const redirectTo = body['redirect_browser_to'];
  const useFlowId = body['use_flow_id'];
  const id = isRecord(error) && typeof error['id'] === 'string' ? error['id'] : IDS[status];
  if (id === undefined) return { kind: 'failed', status, message };
  return {
    kind: 'refused',
    status,
    id,
    message,
    ...(typeof redirectTo === 'string' && { redirectTo }),
    ...(typeof useFlowId === 'string' && { useFlowId }),
  };
}

/** What a status alone says, where the body has no id. */
const IDS: Readonly<Record<number, string>> = {
  401: 'session_inactive',
  404: 'not_found',
  410: 'self_service_flow_expired',
  422: 'browser_location_change_required',
};

function failureOf({ status, text }: Received): ApiError {
  const error = recordOf(text)['error'];
  if (status === undefined) return new ApiError('network', messageIn(recordOf(text)) ?? UNREACHED.network);
  const given = isRecord(error) ? messageIn(error) : undefined;
  return given === undefined ? errorFromAnswer(status, text) : new ApiError('unexpected', given);
}

function messageIn(record: Record<string, unknown>): string | undefined {
  return [record['reason'], record['message']].find(
    (part): part is string => typeof part === 'string' && part.trim() !== '',
  );
}

function continuationOf(body: Record<string, unknown>): readonly ContinueWith[] {
  const given = body['continue_with'];
  return Array.isArray(given) ? (given as readonly ContinueWith[]) : [];
}

function isFlow(body: unknown): body is Flow {
  if (!isRecord(body) || typeof body['id'] !== 'string') return false;
  const ui = body['ui'];
  return isRecord(ui) && Array.isArray(ui['nodes']);
}

function recordOf(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text);
    return isRecord(parsed) ? parsed : {};
  } catch {
    return {};
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
