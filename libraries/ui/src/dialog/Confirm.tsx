import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { messageOf } from '../feedback/message.ts';
import { Notice } from '../feedback/Notice.tsx';
import classes from './confirm.module.css';
import { SheetFrame, useIsPhone } from './Sheet.tsx';

interface Props {
  /** The question, as the specification words it. */
  readonly title: string;
  /** What the answer means. */
  readonly text?: ReactNode;
  /** The verb on the button, for example "Delete". */
  readonly action: string;
  /** The word on the button that does nothing. */
  readonly cancel?: string;
  /** `danger` for what cannot be taken back. */
  readonly tone?: 'danger' | 'normal';
  /** While what it returns is pending the question is busy; what it throws stands in the question, which stays open. */
  readonly onConfirm: () => unknown;
  /** Called for every answer: after a refusal at once, after the action when that is done. */
  readonly onClose: () => void;
}

/** A question before an action, with the harmless answer focused: Enter alone does nothing. */
export function Confirm({ title, text, action, cancel = 'Cancel', tone = 'danger', onConfirm, onClose }: Props) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const harmless = useRef<HTMLButtonElement>(null);
  const textId = useId();
  const isPhone = useIsPhone();
  // While it was busy the buttons could not hold the focus.
  useEffect(() => {
    if (failure !== undefined) harmless.current?.focus();
  }, [failure]);
  const close = () => {
    if (!isBusy) onClose();
  };
  const confirm = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      setFailure(messageOf(error));
      setBusy(false);
    }
  };
  return (
    <SheetFrame label={title} size="very-small" isFullScreen={false} isPhone={isPhone} onClose={close}>
      <div className={classes['question']}>
        <h2 className={classes['title']}>{title}</h2>
        {text && (
          <div id={textId} className={classes['text']}>
            {text}
          </div>
        )}
        {failure && <Notice tone="unhealthy">{failure}</Notice>}
      </div>
      <div className={classes['answers']}>
        <Button ref={harmless} data-autofocus disabled={isBusy} onClick={close}>
          {cancel}
        </Button>
        <Button
          variant={tone === 'danger' ? 'danger' : 'filled'}
          loading={isBusy}
          aria-describedby={text ? textId : undefined}
          onClick={() => void confirm()}
        >
          {action}
        </Button>
      </div>
    </SheetFrame>
  );
}
