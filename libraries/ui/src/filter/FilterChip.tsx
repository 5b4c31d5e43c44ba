import { IconX } from '@tabler/icons-react';
import classes from './filter.module.css';

/** An active filter in words, with a button that takes it away. */
export function FilterChip({ text, onRemove }: { readonly text: string; readonly onRemove: () => void }) {
  return (
    <span className={classes['chip']}>
      <span className="ui-cut" title={text}>
        {text}
      </span>
      <button type="button" aria-label={`Remove filter ${text}`} onClick={onRemove}>
        <IconX size={12} stroke={1.8} />
      </button>
    </span>
  );
}
