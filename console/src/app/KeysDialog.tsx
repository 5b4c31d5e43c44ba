import { Modal } from '@mantine/core';
import classes from './shell.module.css';

const KEYS = [
  ['/', 'Search'],
  ['j', 'Next row'],
  ['k', 'Previous row'],
  ['Enter', 'Open the row'],
  ['Esc', 'Close'],
  ['?', 'Show these keys'],
] as const;

/** "?" lists the keys. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="Keys" size={340} centered closeButtonProps={{ 'aria-label': 'Close' }}>
      <dl className={classes['keys']}>
        {KEYS.map(([key, meaning]) => (
          <div key={key}>
            <dt>{meaning}</dt>
            <dd>
              <kbd>{key}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
