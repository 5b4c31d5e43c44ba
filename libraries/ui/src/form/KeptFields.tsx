import classes from './form.module.css';

interface Props {
  readonly names: readonly string[];
  /** What can be done about them, for example `not editable here`. */
  readonly how: string;
}

/** Says which parts of a value stay as they are because a form has no field for them. */
export function KeptFields({ names, how }: Props) {
  if (names.length === 0) return null;
  return (
    <p className={classes['kept']}>
      Kept as written, {how}: {names.join(', ')}
    </p>
  );
}
