import { useBlocker } from '@tanstack/react-router';
import { Confirm } from '@watchroom/ui';
import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import type { Address } from './address.ts';

/** An address that the person is about to leave, or to go to. */
export interface FormPlace {
  readonly pathname: string;
  readonly search: Address;
}

export interface UnsavedQuestion {
  /** To be drawn with the form: the question while it is asked, else nothing. */
  readonly question: ReactNode;
  /** From now on nothing is asked, because the form is saved: called before the step that leaves it. */
  readonly letGo: () => void;
}

const isElsewhere = () => false;

/**
 * Asks 'Leave without saving ?' before a changed form is left: by a link, the palette, back and forward, its own
 * close button, or (in the words of the browser) by closing the tab.
 * @param isSameForm whether an address still shows the form, for example on another tab of it; without it none does.
 */
export function useUnsavedQuestion(
  isChanged: boolean,
  isSameForm: (next: FormPlace, current: FormPlace) => boolean = isElsewhere,
): UnsavedQuestion {
  const isHeld = useRef(isChanged);
  const isSame = useRef(isSameForm);
  useEffect(() => {
    isHeld.current = isChanged;
  }, [isChanged]);
  useEffect(() => {
    isSame.current = isSameForm;
  });
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: useCallback(
      ({ current, next }: { readonly current: FormPlace; readonly next: FormPlace }) =>
        isHeld.current && !isSame.current(next, current),
      [],
    ),
    enableBeforeUnload: useCallback(() => isHeld.current, []),
    disabled: !isChanged,
    withResolver: true,
  });
  const letGo = useCallback(() => {
    isHeld.current = false;
  }, []);
  const question = status === 'blocked' && (
    <Confirm
      title="Leave without saving ?"
      text="If you leave, you lose your changes."
      action="Leave"
      cancel="Stay"
      onConfirm={proceed}
      onClose={reset}
    />
  );
  return { question, letGo };
}
