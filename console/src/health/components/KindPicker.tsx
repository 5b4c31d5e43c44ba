import type { KindManifest } from '@watchroom/contract/kinds';
import classes from './form.module.css';
import { KindIcon } from './KindIcon.tsx';

/** What shall be checked; one card per kind that the server has. */
export function KindPicker({
  kinds,
  onPick,
}: {
  readonly kinds: readonly KindManifest[];
  readonly onPick: (id: string) => void;
}) {
  return (
    <ul className={classes['kinds']}>
      {kinds.map((kind) => (
        <li key={kind.id}>
          <button type="button" className={classes['kind']} onClick={() => onPick(kind.id)}>
            <KindIcon name={kind.icon} size={22} />
            <span>
              <strong>{kind.title}</strong>
              <span>{kind.summary}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
