import type { ContinueWith, Flow, FlowKind } from '@watchroom/contract/identity';
import { safeReturnPath } from '../../app/address.ts';
import type { FlowAnswer } from './client.ts';

const WORDS = {
  returnTo: 'The return_to address is not allowed.',
  expired: 'Your interaction expired, please fill out the form again.',
  forged: 'A security violation was detected, please fill out the form again.',
} as const;

/** Where the page stands when an answer comes. */
export interface Place {
  readonly kind: FlowKind;
  readonly step: 'create' | 'load' | 'send';
  /** As the address or the flow names it; not judged yet. */
  readonly returnTo: string | undefined;
  /** The page itself, path and query. */
  readonly here: string;
}

/** What the page does next. */
export type Move =
  | { readonly does: 'show'; readonly flow: Flow }
  /** `flowId` is the flow to load instead of a new one. */
  | { readonly does: 'restart'; readonly notice?: string; readonly flowId?: string; readonly forgetsReturn?: true }
  /** `isStep`: going back leads to this page again. */
  | { readonly does: 'leave'; readonly to: string; readonly isStep?: true }
  /** A sentence at the form, which stays as it is. */
  | { readonly does: 'say'; readonly message: string }
  /** Nothing can be shown. */
  | { readonly does: 'fail'; readonly message: string };

/** The rules of the protocol for clients (specification 3, sections 4 and 8). */
export function nextMove(answer: FlowAnswer, place: Place): Move {
  switch (answer.kind) {
    case 'flow': {
      const on = place.step === 'send' && !answer.isRefused ? addressIn(answer.flow.continue_with ?? []) : undefined;
      return on === undefined ? { does: 'show', flow: answer.flow } : { does: 'leave', to: on };
    }
    case 'ended':
      return { does: 'leave', to: addressIn(answer.continueWith) ?? safeReturnPath(place.returnTo) };
    case 'limited':
      return trouble(place, limitWords(answer));
    case 'failed':
      return trouble(place, answer.message);
    case 'refused':
      return refusal(answer, place);
  }
}

function refusal(answer: Extract<FlowAnswer, { kind: 'refused' }>, place: Place): Move {
  const { redirectTo, useFlowId, message, status } = answer;
  const back = `return_to=${encodeURIComponent(place.returnTo ?? place.here)}`;
  switch (answer.id) {
    case 'session_aal2_required':
      return { does: 'leave', to: webAddress(redirectTo) ?? `/login?aal=aal2&${back}` };
    case 'session_already_available':
      return { does: 'leave', to: '/' };
    case 'session_refresh_required':
      return {
        does: 'leave',
        to: webAddress(redirectTo) ?? `/login?refresh=true&return_to=${encodeURIComponent(place.here)}`,
      };
    case 'session_inactive':
      return {
        does: 'leave',
        to: `/login?${place.kind === 'login' ? back : `return_to=${encodeURIComponent(place.here)}`}`,
      };
    case 'browser_location_change_required': {
      const to = webAddress(redirectTo);
      return to === undefined
        ? trouble(place, message)
        : { does: 'leave', to, ...(place.step === 'send' && { isStep: true }) };
    }
    case 'self_service_flow_return_to_forbidden':
      return { does: 'restart', notice: WORDS.returnTo, forgetsReturn: true };
  }
  // A page that is opened from an old mail simply begins again.
  if (place.kind === 'verification' && place.step === 'load') return { does: 'restart' };
  if (place.kind === 'verification' && place.step === 'create' && status === 400) return { does: 'leave', to: '/' };
  switch (answer.id) {
    case 'self_service_flow_expired':
      return { does: 'restart', notice: WORDS.expired, ...(useFlowId !== undefined && { flowId: useFlowId }) };
    case 'security_csrf_violation':
      return { does: 'restart', notice: WORDS.forged };
    case 'security_identity_mismatch':
      return { does: 'restart', notice: message };
  }
  return place.step === 'load' ? { does: 'restart' } : trouble(place, message);
}

function trouble({ step }: Place, message: string): Move {
  return step === 'send' ? { does: 'say', message } : { does: 'fail', message };
}

function limitWords({ message, seconds }: Extract<FlowAnswer, { kind: 'limited' }>): string {
  if (seconds === undefined || seconds <= 0 || /\d/.test(message)) return message;
  return `${message} Try again in ${seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`}.`;
}

function addressIn(continueWith: readonly ContinueWith[]): string | undefined {
  for (const next of continueWith) {
    if (next.action === 'show_verification_ui') return `/verification?${new URLSearchParams({ flow: next.flow.id })}`;
    if (next.action === 'redirect_browser_to') return webAddress(next.redirect_browser_to);
  }
  return undefined;
}

/** An address of the web, so that no answer makes the browser run a script. */
function webAddress(address: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address, location.origin)) return undefined;
  const { protocol } = new URL(address, location.origin);
  return protocol === 'https:' || protocol === 'http:' ? address : undefined;
}
