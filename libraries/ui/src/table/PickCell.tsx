import classes from './table.module.css';

interface Props {
  readonly isPhone: boolean;
  readonly isPicked: boolean;
  /** Id of what names the row. */
  readonly labelledBy: string;
  readonly onPick: (isRange: boolean) => void;
}

/** The check box of a row. With Shift it takes the rows since the last one too. */
export function PickCell({ isPhone, isPicked, labelledBy, onPick }: Props) {
  return (
    <div role={isPhone ? undefined : 'cell'} className={classes['pick']}>
      <label className={classes['pickTarget']}>
        <input
          type="checkbox"
          aria-labelledby={labelledBy}
          checked={isPicked}
          onChange={({ nativeEvent }) => onPick(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
        />
      </label>
    </div>
  );
}

/** Whether a press belongs to the check box rather than to the row. */
export function isPicking(target: EventTarget): boolean {
  return target instanceof Element && target.closest(`.${classes['pick']}`) !== null;
}

/** The check box of all rows of the table, half checked where only some are taken. */
export function PickAll({
  holds,
  onToggle,
}: {
  readonly holds: 'none' | 'some' | 'all';
  readonly onToggle: () => void;
}) {
  return (
    <div role="columnheader" className={classes['pick']}>
      <label className={classes['pickTarget']}>
        <input
          ref={(box) => {
            if (box) box.indeterminate = holds === 'some';
          }}
          type="checkbox"
          aria-label="Select all"
          checked={holds === 'all'}
          onChange={onToggle}
        />
      </label>
    </div>
  );
}
