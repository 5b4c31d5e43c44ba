import { Popover } from '@mantine/core';
import { cloneElement, type FocusEvent, type ReactElement, type ReactNode } from 'react';

interface Props {
  /** What the panel is called to a screen reader. */
  readonly label: string;
  /** The button that opens and closes the panel. */
  readonly target: ReactElement<{ onClick?: () => void }>;
  /** The end of the button that the panel is flush with. */
  readonly side?: 'start' | 'end';
  readonly className: string | undefined;
  readonly isOpen: boolean;
  readonly onChange: (isOpen: boolean) => void;
  readonly children: ReactNode;
}

/**
 * A panel of fields under a button. It stays where it is written instead of in a portal, so that it belongs to its
 * landmark, and floats by fixed position. Tab stays inside; Esc and a press beside it close, and the focus goes back.
 */
export function PanelMenu({ label, target, side = 'end', className = '', isOpen, onChange, children }: Props) {
  return (
    <Popover
      opened={isOpen}
      onChange={onChange}
      position={`bottom-${side}`}
      withinPortal={false}
      floatingStrategy="fixed"
      trapFocus
      returnFocus
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>{cloneElement(target, { onClick: () => onChange(!isOpen) })}</Popover.Target>
      <Popover.Dropdown className={className} aria-label={label} onFocus={keepFocus}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}

/**
 * The trap gives the focus to the first field some time after the panel opens. On a busy machine that can be after a person has
 * gone on to another field, which then keeps it: the trap prefers what has this mark.
 */
function keepFocus({ currentTarget, target }: FocusEvent<HTMLElement>): void {
  for (const marked of currentTarget.querySelectorAll('[data-autofocus]')) marked.removeAttribute('data-autofocus');
  if (target !== currentTarget) target.setAttribute('data-autofocus', '');
}
