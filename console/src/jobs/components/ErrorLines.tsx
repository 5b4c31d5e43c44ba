import classes from './jobs.module.css';

/** Error texts as they came, each under the name of what failed. */
export function ErrorLines({
  errors,
}: {
  readonly errors: readonly { readonly name: string; readonly text: string }[];
}) {
  return (
    <ul className={classes['errors']}>
      {errors.map(({ name, text }, position) => (
        // Texts repeat and never move.
        <li key={position}>
          {name !== '' && <strong>{name}</strong>}
          <code>{text}</code>
        </li>
      ))}
    </ul>
  );
}
