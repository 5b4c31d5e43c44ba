import type { PlaceVariable } from '@watchroom/contract/expressions';
import classes from './playground.module.css';

interface Props {
  readonly variables: readonly PlaceVariable[];
  readonly onChoose: (name: string) => void;
}

/** The variables of a place; a click inserts one. */
export function VariableList({ variables, onChoose }: Props) {
  return (
    <section className={classes['part']} aria-labelledby="variables-title">
      <div className={classes['head']}>
        <h2 id="variables-title">Variables</h2>
      </div>
      <ul className={classes['variables']}>
        {variables.map(({ name, meaning }) => (
          <li key={name}>
            <button type="button" title={`Insert ${name}`} onClick={() => onChoose(name)}>
              {name}
            </button>
            <span>{meaning}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
