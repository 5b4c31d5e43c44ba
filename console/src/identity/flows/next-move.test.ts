import type { Flow, FlowKind } from '@watchroom/contract/identity';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readAnswer } from './client.ts';
import { nextMove, type Place } from './next-move.ts';

beforeEach(() => vi.stubGlobal('location', { origin: 'https://watch.example.org' }));
afterEach(() => vi.unstubAllGlobals());

const FLOW: Flow = {
  id: 'one',
  type: 'browser',
  issued_at: '',
  expires_at: '',
  request_url: '',
  ui: { action: '', method: 'POST', nodes: [] },
  state: 'choose_method',
};

const at = (step: Place['step'], kind: FlowKind = 'login', returnTo?: string): Place => ({
  kind,
  step,
  returnTo,
  here: `/${kind}?flow=one`,
});

const answer = (status: number | undefined, body: object, retryAfter: string | null = null) =>
  readAnswer({ status, text: JSON.stringify(body), retryAfter });

const refused = (status: number, id: string, more: object = {}) =>
  answer(status, { error: { id, code: status, reason: `why ${id}`, message: 'message' }, ...more });

describe('an answer of the flow protocol', () => {
  it('is shown where it is a flow, also one that says what is wrong', () => {
    expect(nextMove(answer(200, FLOW), at('create'))).toEqual({ does: 'show', flow: FLOW });
    expect(nextMove(answer(400, FLOW), at('send'))).toEqual({ does: 'show', flow: FLOW });
  });

  it.each([
    [undefined, '/'],
    ['/health?groupBy=type', '/health?groupBy=type'],
    ['//evil.example', '/'],
    ['https://evil.example/', '/'],
    ['/auth-state-checker', '/'],
  ])('leads a person who signed in, and wanted to go to %j, to %s', (returnTo, to) => {
    expect(nextMove(answer(200, { session: {} }), at('send', 'login', returnTo))).toEqual({ does: 'leave', to });
  });

  it('leads on to the second step or the verification that it names', () => {
    const second = {
      session: {},
      continue_with: [{ action: 'redirect_browser_to', redirect_browser_to: '/login?aal=aal2' }],
    };
    expect(nextMove(answer(200, second), at('send'))).toEqual({ does: 'leave', to: '/login?aal=aal2' });
    const verify = {
      continue_with: [{ action: 'show_verification_ui', flow: { id: 'two', verifiable_address: 'a@b.c' } }],
    };
    expect(nextMove(answer(200, verify), at('send', 'registration'))).toEqual({
      does: 'leave',
      to: '/verification?flow=two',
    });
  });

  it.each([
    [403, 'session_aal2_required', { redirect_browser_to: '/login?aal=aal2&x=1' }, '/login?aal=aal2&x=1'],
    [403, 'session_aal2_required', {}, '/login?aal=aal2&return_to=%2Fsettings%3Fflow%3Done'],
    [400, 'session_already_available', {}, '/'],
    [403, 'session_refresh_required', {}, '/login?refresh=true&return_to=%2Fsettings%3Fflow%3Done'],
    [401, 'session_inactive', {}, '/login?return_to=%2Fsettings%3Fflow%3Done'],
  ])('%i %s %j leaves for %s', (status, id, more, to) => {
    expect(nextMove(refused(status, id, more), at('send', 'settings'))).toEqual({ does: 'leave', to });
  });

  it('goes to another site where it is told to, and never to a script', () => {
    const to = 'https://id.example.com/authorize';
    expect(nextMove(refused(422, 'browser_location_change_required', { redirect_browser_to: to }), at('send'))).toEqual(
      {
        does: 'leave',
        to,
        isStep: true,
      },
    );
    const evil = { redirect_browser_to: 'javascript:alert(1)' };
    expect(nextMove(refused(422, 'browser_location_change_required', evil), at('send')).does).toBe('say');
  });

  it.each([
    [
      400,
      'self_service_flow_return_to_forbidden',
      { notice: 'The return_to address is not allowed.', forgetsReturn: true },
    ],
    [410, 'self_service_flow_expired', { notice: 'Your interaction expired, please fill out the form again.' }],
    [403, 'security_csrf_violation', { notice: 'A security violation was detected, please fill out the form again.' }],
    [400, 'security_identity_mismatch', { notice: 'why security_identity_mismatch' }],
  ])('%i %s begins again and says why', (status, id, more) => {
    expect(nextMove(refused(status, id), at('send'))).toEqual({ does: 'restart', ...more });
  });

  it('takes the flow that stands in for an expired one', () => {
    expect(nextMove(refused(410, 'self_service_flow_expired', { use_flow_id: 'two' }), at('send'))).toMatchObject({
      does: 'restart',
      flowId: 'two',
    });
  });

  it('begins again quietly where the flow of the address is not to be had', () => {
    expect(nextMove(answer(404, {}), at('load'))).toEqual({ does: 'restart' });
    expect(nextMove(refused(410, 'self_service_flow_expired'), at('load', 'verification'))).toEqual({
      does: 'restart',
    });
    expect(nextMove(refused(403, 'security_csrf_violation'), at('load', 'verification'))).toEqual({ does: 'restart' });
  });

  it('leaves a verification that cannot be begun', () => {
    expect(nextMove(refused(400, 'self_service_flow_disabled'), at('create', 'verification'))).toEqual({
      does: 'leave',
      to: '/',
    });
  });

  it('says when to try again after too many attempts', () => {
    const limited = answer(429, { error: { id: 'too_many_requests', reason: 'Too many attempts.' } }, '42');
    expect(nextMove(limited, at('send'))).toEqual({ does: 'say', message: 'Too many attempts. Try again in 42 s.' });
  });

  it('keeps the form when the server was not reached, and says so in its place when there is none', () => {
    const unreached = answer(undefined, { message: 'Network Error. Please try again.' });
    expect(nextMove(unreached, at('send'))).toEqual({ does: 'say', message: 'Network Error. Please try again.' });
    expect(nextMove(unreached, at('create')).does).toBe('fail');
    expect(nextMove(answer(500, { error: 'It broke.', code: 'internal' }), at('load'))).toEqual({
      does: 'fail',
      message: 'It broke.',
    });
  });
});
