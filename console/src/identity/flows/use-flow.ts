import type { Flow, FlowKind } from '@watchroom/contract/identity';
import { toastError } from '@watchroom/ui';
import { useCallback, useEffect, useRef, useState } from 'react';
import { parseAddress } from '../../app/address.ts';
import { createFlow, type FlowAnswer, type FlowValues, loadFlow, sendFlow } from './client.ts';
import { nextMove } from './next-move.ts';

/** A flow that begins again more often than this without getting on never will. */
const MOST_RESTARTS = 3;

/** What a new flow is asked with, from the address of the page. */
const ASKED = ['return_to', 'after_verification_return_to', 'refresh', 'aal', 'invitation', 'organization'] as const;

export interface FlowPage {
  /** Absent until the first one came. It stays while the next one is on its way. */
  readonly flow: Flow | undefined;
  /** A step is on its way; what is sent meanwhile is dropped. */
  readonly isBusy: boolean;
  /** Of the last step, which did not reach the flow. */
  readonly said: string | undefined;
  /** Why nothing can be shown. */
  readonly problem: string | undefined;
  readonly submit: (values: FlowValues) => void;
  /** Shows a sentence of the browser at the form. */
  readonly say: (message: string) => void;
  readonly retry: () => void;
}

type Ask =
  | { readonly step: 'create' }
  | { readonly step: 'load'; readonly id: string }
  | { readonly step: 'send'; readonly id: string; readonly values: FlowValues };

/** Creates or loads the flow that the address names, keeps its id there, sends steps, and obeys the answers. */
export function useFlow(kind: FlowKind): FlowPage {
  const [state, setState] = useState<Omit<FlowPage, 'submit' | 'say' | 'retry'>>(NOTHING);
  const restarts = useRef(0);
  const isSending = useRef(false);

  const advance = useCallback(
    async (first: Ask, known: Flow | undefined, signal?: AbortSignal) => {
      for (let next = first; ; ) {
        const answer = await perform(kind, next, signal);
        const { pathname, search } = location;
        const returnTo = parseAddress(search)['return_to'] ?? known?.return_to;
        const move = nextMove(answer, { kind, step: next.step, returnTo, here: pathname + search });
        if (move.does === 'leave') return move.isStep ? location.assign(move.to) : location.replace(move.to);
        isSending.current = false;
        if (move.does === 'show') {
          if (next.step === 'send') restarts.current = 0;
          changeAddress({ flow: move.flow.id });
          return setState({ ...NOTHING, flow: move.flow, isBusy: false });
        }
        if (move.does === 'say') return setState((before) => ({ ...before, isBusy: false, said: move.message }));
        if (move.does === 'fail') return setState({ ...NOTHING, isBusy: false, problem: move.message });
        restarts.current += 1;
        if (restarts.current > MOST_RESTARTS)
          return setState({
            ...NOTHING,
            isBusy: false,
            problem: `${move.notice ?? 'The form could not be loaded.'} Watchroom tried ${MOST_RESTARTS} times. Check that this browser accepts cookies from this site.`,
          });
        if (move.notice) toastError(move.notice, 'flow');
        changeAddress({ flow: undefined, ...(move.forgetsReturn && { return_to: undefined }) });
        next = move.flowId === undefined ? { step: 'create' } : { step: 'load', id: move.flowId };
      }
    },
    [kind],
  );

  const begin = useCallback(
    (signal?: AbortSignal) => {
      const id = parseAddress(location.search)['flow'];
      const first: Ask = id === undefined ? { step: 'create' } : { step: 'load', id };
      // Only a page that is left ends it early; then nobody waits for what comes of it.
      advance(first, undefined, signal).catch(() => undefined);
    },
    [advance],
  );

  useEffect(() => {
    const left = new AbortController();
    // A page that the browser kept while the person was elsewhere still waits for the answer that took him there.
    addEventListener('pageshow', ({ persisted }) => persisted && location.reload(), { signal: left.signal });
    begin(left.signal);
    return () => left.abort();
  }, [begin]);

  return {
    ...state,
    submit: (values) => {
      const { flow } = state;
      if (!flow || isSending.current) return;
      isSending.current = true;
      setState((before) => ({ ...before, isBusy: true, said: undefined }));
      void advance({ step: 'send', id: flow.id, values }, flow);
    },
    say: (message) => setState((before) => ({ ...before, said: message })),
    retry: () => {
      restarts.current = 0;
      setState(NOTHING);
      begin();
    },
  };
}

const NOTHING = { flow: undefined, isBusy: true, said: undefined, problem: undefined };

function perform(kind: FlowKind, ask: Ask, signal: AbortSignal | undefined): Promise<FlowAnswer> {
  if (ask.step === 'load') return loadFlow(kind, ask.id, signal);
  if (ask.step === 'send') return sendFlow(kind, ask.id, ask.values);
  const address = parseAddress(location.search);
  const query = ASKED.flatMap((name) => (address[name] ? [[name, address[name]] as const] : []));
  return createFlow(kind, Object.fromEntries(query), signal);
}

/** In place: going back must not lead through the same page twice. */
function changeAddress(parts: Readonly<Record<string, string | undefined>>): void {
  const url = new URL(location.href);
  for (const [name, value] of Object.entries(parts))
    if (value === undefined) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  if (url.href !== location.href) history.replaceState(history.state, '', url);
}
