import { Button, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { copyText } from '@watchroom/ui';
import classes from './account.module.css';

interface Props {
  readonly label: string;
  readonly value: string;
  /** What the toast says once it is on the clipboard. */
  readonly said: string;
  /** Nothing else is to be done here. */
  readonly isMain?: boolean;
}

/** A text to be taken along: selected as a whole when it is entered, and copied by the button beside it. */
export function CopyField({ label, value, said, isMain = false }: Props) {
  return (
    <div className={classes['copy']}>
      <TextInput
        label={label}
        value={value}
        readOnly
        className={classes['copied'] ?? ''}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button
        variant={isMain ? 'filled' : 'default'}
        leftSection={<IconCopy size={16} stroke={1.6} aria-hidden />}
        data-autofocus
        onClick={() => void copyText(value, said)}
      >
        Copy
      </Button>
    </div>
  );
}
