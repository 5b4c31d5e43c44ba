import { ActionIcon, Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowsDiagonal, IconArrowsDiagonalMinimize2, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useFocusReturn } from './focus-return.ts';
import classes from './sheet.module.css';

interface Props {
  /** Names the dialog to a screen reader. */
  readonly label: string;
  readonly size?: 'full' | 'large' | 'small';
  readonly header: ReactNode;
  readonly footer?: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog over the page: header, content that scrolls, footer. A full-screen sheet on a phone. */
export function Sheet({ label, size = 'large', header, footer, onClose, children }: Props) {
  useFocusReturn();
  const [isExpanded, setExpanded] = useState(false);
  const isPhone = useMediaQuery('(max-width: 640px)', undefined, { getInitialValueInEffect: false }) ?? false;
  const Resize = isExpanded ? IconArrowsDiagonalMinimize2 : IconArrowsDiagonal;
  return (
    <Modal.Root
      returnFocus={false}
      opened
      onClose={onClose}
      centered
      fullScreen={isPhone || isExpanded}
      transitionProps={{ duration: 140, transition: 'fade' }}
      className={classes['root'] ?? ''}
      data-size={size}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={label}>
        <div className={classes['header']}>
          <div className={classes['title']}>{header}</div>
          {!isPhone && size === 'full' && (
            <ActionIcon aria-label={isExpanded ? 'Collapse' : 'Expand'} onClick={() => setExpanded(!isExpanded)}>
              <Resize size={18} stroke={1.6} />
            </ActionIcon>
          )}
          <ActionIcon aria-label="Close" onClick={onClose}>
            <IconX size={18} stroke={1.6} />
          </ActionIcon>
        </div>
        <div className={classes['body']} tabIndex={-1} data-autofocus>
          {children}
        </div>
        {footer && <div className={classes['footer']}>{footer}</div>}
      </Modal.Content>
    </Modal.Root>
  );
}
