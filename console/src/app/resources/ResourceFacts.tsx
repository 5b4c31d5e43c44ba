import { CodeView } from '@watchroom/ui';
import { factsOf } from './facts.ts';
import type { ResourceShape, ResourceType } from './resource.ts';
import classes from './facts.module.css';
import type { ResourceFormState } from './use-resource-form.ts';

interface Props {
  readonly resource: ResourceShape;
  readonly type: ResourceType;
  readonly form: ResourceFormState;
}

/** A row that the person cannot change: what it says in words, and its document as it is written. */
export function ResourceFacts({ resource, type, form: { head, document } }: Props) {
  const groups = factsOf(resource, type.form, head, document.value).filter(({ facts }) => facts.length > 0);
  return (
    <>
      {groups.map(({ title, facts }, position) => (
        // Groups have no identity of their own and never move.
        <section key={position} className={classes['group']}>
          {title && <h2>{title}</h2>}
          <dl className={classes['facts']}>
            {facts.map((fact) => (
              <div key={fact.title}>
                <dt>{fact.title}</dt>
                <dd>{fact.text}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      {document.text !== '' && (
        <section className={classes['group']}>
          <h2>Code</h2>
          <CodeView text={document.text} label="Code" />
        </section>
      )}
    </>
  );
}
