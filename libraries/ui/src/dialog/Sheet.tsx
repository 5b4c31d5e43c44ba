import { ActionIcon, Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowsDiagonal, IconArrowsDiagonalMinimize2, IconHelpCircle, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useEscape } from './escape.ts';
import { useFocusReturn } from './focus-return.ts';
import classes from './sheet.module.css';

export type SheetSize = 'very-small' | 'small' | 'medium' | 'large' | 'full';

interface Props {
  /** Names the dialog to a screen reader. */
  readonly label: string;
  /** Widths of 400, 520, 720 and 1040 px, and nearly the window. */
  readonly size?: SheetSize;
  /** Stands in the header as plain text unless a header of its own is given. */
  readonly header?: ReactNode;
  /** Actions, the main one last. */
  readonly footer?: ReactNode;
  /** Opens in a new tab; `label` says where it leads. */
  readonly help?: { readonly href: string; readonly label: string } | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog over the page: header, content that scrolls, footer. On a phone it slides in from below and takes the screen. */
export function Sheet({ label, size = 'medium', header, footer, help, onClose, children }: Props) {
  const [isExpanded, setExpanded] = useState(false);
  const isPhone = useIsPhone();
  const Resize = isExpanded ? IconArrowsDiagonalMinimize2 : IconArrowsDiagonal;
  return (
    <SheetFrame label={label} size={size} isFullScreen={isPhone || isExpanded} isPhone={isPhone} onClose={onClose}>
      <div className={classes['header']}>
        <div className={classes['title']}>
          {header ?? (
            <h2 className={`ui-cut ${classes['name']}`} title={label}>
              {label}
            </h2>
          )}
        </div>
        {help && (
          <ActionIcon
            component="a"
            href={help.href}
            target="_blank"
            rel="noreferrer"
            aria-label={`${help.label} (opens in a new tab)`}
            title={help.label}
          >
            <IconHelpCircle size={18} stroke={1.6} />
          </ActionIcon>
        )}
        {!isPhone && (
          <ActionIcon aria-label={isExpanded ? 'Collapse' : 'Expand'} onClick={() => setExpanded(!isExpanded)}>
            <Resize size={18} stroke={1.6} />
          </ActionIcon>
        )}
        <ActionIcon aria-label="Close" onClick={onClose}>
          <IconX size={18} stroke={1.6} />
        </ActionIcon>
      </div>
      <div className={classes['body']} tabIndex={0} ref={markStart}>
        {children}
      </div>
      {footer && <div className={classes['footer']}>{footer}</div>}
    </SheetFrame>
  );
}

const FIELDS = 'form :is(input, textarea, select):not(:disabled, [readonly], [type="hidden"])';

/**
 * Marks where the focus of a new dialog goes: to what its content marks, else to the first field of a form, else to the
 * body, so that the arrow keys scroll it. On a touch screen to the body, since a field would bring up the keyboard.
 */
function markStart(body: HTMLElement | null): void {
  if (!body) return;
  const isTouch = matchMedia('(pointer: coarse)').matches;
  const start = isTouch ? body : (body.querySelector('[data-autofocus]') ?? body.querySelector(FIELDS) ?? body);
  start.setAttribute('data-autofocus', '');
}

interface FrameProps {
  readonly label: string;
  readonly size: SheetSize;
  readonly isFullScreen: boolean;
  readonly isPhone: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** What every dialog is: over the page, holding the focus, closed by Esc and by a press beside it. */
export function SheetFrame({ label, size, isFullScreen, isPhone, onClose, children }: FrameProps) {
  useFocusReturn();
  useEscape(onClose);
  return (
    <Modal.Root
      opened
      onClose={onClose}
      // Both know only one dialog at a time.
      returnFocus={false}
      closeOnEscape={false}
      centered
      fullScreen={isFullScreen}
      transitionProps={{ duration: 140, transition: isPhone ? 'slide-up' : 'fade' }}
      className={classes['root'] ?? ''}
      data-size={size}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={label}>{children}</Modal.Content>
    </Modal.Root>
  );
}

/** Whether the window is as narrow as a phone's. */
export function useIsPhone(): boolean {
  return useMediaQuery('(max-width: 640px)', undefined, { getInitialValueInEffect: false }) ?? false;
}
