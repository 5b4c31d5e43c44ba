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
      Someone else changed this in the meantime.{isTyped && ' Your changes are still here.'}
      <span className={classes['actions']}>
        <Button onClick={onReload}>{isTyped ? 'Discard my changes and reload' : 'Reload'}</Button>
        {isTyped && <Button onClick={onOverwrite}>Overwrite with my changes</Button>}
      </span>
    </Notice>
  );
}
