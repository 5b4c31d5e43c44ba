import { Sheet } from '@watchroom/ui';
import { PALETTE_KEY } from './palette-key.ts';
import classes from './shell.module.css';

const KEYS = [
  [PALETTE_KEY, 'Go to anything by its name'],
  ['/', 'Search on the page'],
  ['j', 'Next row'],
  ['k', 'Previous row'],
  ['Enter', 'Open the row'],
  ['Esc', 'Close'],
  ['F8', 'Go to the newest notification'],
  ['?', 'Show keyboard shortcuts'],
] as const;

/** "?" lists the keys. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Sheet label="Keyboard shortcuts" size="very-small" onClose={onClose}>
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
    </Sheet>
  );
}
