import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import classes from './trial.module.css';

/**
 * An operation that is tried with what a form holds, before anything is saved.
 * @param attempt gives what to show of the result.
 */
export function useTrial(attempt: () => Promise<ReactNode>, onRefused: (error: Error) => void) {
  const { isPending, error, data, mutate } = useMutation({ mutationFn: attempt, onError: onRefused });
  return { isPending, error, shown: data, start: () => mutate() };
}

interface ButtonProps {
  readonly isPending: boolean;
  readonly onTest: () => void;
}

export function TestButton({ isPending, onTest }: ButtonProps) {
  return (
    <Button leftSection={<IconPlayerPlay size={15} />} loading={isPending} onClick={onTest}>
      Test
    </Button>
  );
}

/** The result of a trial, above the fields. */
export function Tested({ children }: { readonly children: ReactNode }) {
  return children ? <div className={classes['tested']}>{children}</div> : null;
}
