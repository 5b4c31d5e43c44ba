import { Button } from '@mantine/core';
import { Notice } from '@watchroom/ui';
import classes from './conflict.module.css';

interface Props {
  /** Whether anything of the person's own would be lost. */
  readonly isTyped?: boolean;
  /** Takes the newest and drops what was typed. */
  readonly onReload: () => void;
  readonly onOverwrite: () => void;
}

/** Somebody else saved what a person is changing: both versions are there, and the person chooses. */
export function ConflictNotice({ isTyped = true, onReload, onOverwrite }: Props) {
  return (
    <Notice tone="warning">
      Somebody else changed it meanwhile.{isTyped && ' What you typed is still here.'}
      <span className={classes['actions']}>
        <Button onClick={onReload}>{isTyped ? 'Reload and drop mine' : 'Reload'}</Button>
        {isTyped && <Button onClick={onOverwrite}>Save mine over it</Button>}
      </span>
    </Notice>
  );
}
