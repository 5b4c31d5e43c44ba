import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { UiText } from '@watchroom/contract/identity';
import type { ReactNode } from 'react';
import classes from './flows.module.css';

interface ButtonProps {
  readonly type?: 'submit' | 'button';
  /** Its place among the buttons of its form, by which the form knows which one was pressed. */
  readonly index?: number;
  readonly tone?: 'main' | 'plain' | 'danger';
  /** It works: it keeps the focus, and pressing it does nothing. */
  readonly isBusy?: boolean;
  /** It is this one that works. */
  readonly isWorking?: boolean;
  readonly onPress?: () => void;
  readonly children: ReactNode;
}

/** A button of the pages that load without the shell. */
export function FlowButton({ type = 'button', index, tone = 'plain', isBusy, isWorking, ...rest }: ButtonProps) {
  return (
    <button
      type={type === 'submit' ? 'submit' : 'button'}
      className={classes['button']}
      data-index={index}
      data-tone={tone}
      aria-disabled={isBusy}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
        else rest.onPress?.();
      }}
    >
      {isWorking && <span className={classes['spinner']} aria-hidden />}
      {rest.children}
    </button>
  );
}

const ICONS = { error: IconAlertTriangle, success: IconCircleCheck, info: IconInfoCircle } as const;

/** A sentence of the server about the whole form. */
export function FlowMessage({ tone, children }: { readonly tone: UiText['type']; readonly children: ReactNode }) {
  const Icon = ICONS[tone] ?? IconInfoCircle;
  return (
    <div className={classes['message']} data-tone={tone} role={tone === 'error' ? 'alert' : 'status'}>
      <Icon size={16} stroke={1.6} aria-hidden />
      <div>{children}</div>
    </div>
  );
}

export function FlowMessages({ messages }: { readonly messages: readonly UiText[] }) {
  return messages.map(({ id, text, type }) => (
    <FlowMessage key={`${id} ${text}`} tone={type}>
      {text}
    </FlowMessage>
  ));
}

/** In the shape of the form that comes. */
export function FlowSkeleton({ fields = 2 }: { readonly fields?: number }) {
  return (
    <div className={classes['skeleton']} role="status" aria-label="Loading">
      {Array.from({ length: fields + 1 }, (_, index) => (
        <span key={index} />
      ))}
    </div>
  );
}

/** Nothing can be shown; the next step is to ask again. */
export function FlowProblem({ message, onRetry }: { readonly message: string; readonly onRetry: () => void }) {
  return (
    <div className={classes['form']}>
      <FlowMessage tone="error">{message}</FlowMessage>
      <FlowButton onPress={onRetry}>Try again</FlowButton>
    </div>
  );
}
