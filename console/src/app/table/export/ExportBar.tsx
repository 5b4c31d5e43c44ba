import { Button } from '@mantine/core';
import classes from '../selection/selection.module.css';

/** How far an export came, with the way to end it. */
export function ExportBar({ text, onCancel }: { readonly text: string; readonly onCancel: () => void }) {
  return (
    <section className={classes['bar']} aria-label="Export">
      <span role="status">{text}</span>
      <Button onClick={onCancel}>Cancel</Button>
    </section>
  );
}
