import { Sheet } from '@watchroom/ui';
import { PALETTE_KEY } from './palette-key.ts';
import classes from './shell.module.css';

const KEYS = [
  [PALETTE_KEY, 'Go to a screen, a check or an action'],
  ['/', 'Search on the page'],
  ['j', 'Next row'],
  ['k', 'Previous row'],
  ['Enter', 'Open the row'],
  ['Esc', 'Close'],
  ['?', 'Show these keys'],
] as const;

/** "?" lists the keys. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Sheet label="Keys" size="small" header={<h2 className={classes['sheetTitle']}>Keys</h2>} onClose={onClose}>
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
