import type { CheckDetail } from '@watchroom/contract/health';
import type { ListedKind } from '@watchroom/contract/kinds';
import { ErrorPanel, Sheet, Skeleton } from '@watchroom/ui';
import { errorMessage } from '../../app/api-error.ts';
import { TypePicker } from '../../app/resources/TypePicker.tsx';
import { findCheckOf, useCanary, useCheck, useKind, useKinds } from '../api.ts';
import type { Canary } from '../canary.ts';
import { placeOfCheck } from '../canary-entry.ts';
import { draftOf, newDraft } from '../check-draft.ts';
import type { ChangeView } from '../use-view.ts';
import type { HealthView } from '../view.ts';
import { CheckFormSheet } from './CheckFormSheet.tsx';
import classes from './form.module.css';
import { kindTile } from './kind-tile.tsx';
import { WATCH_TITLE, WatchForm } from './WatchForm.tsx';

interface Props {
  readonly view: HealthView;
  readonly change: ChangeView;
}

/** "Add check" (kind first, then its fields), or "Edit" of the open check. */
export function CheckForm({ view, change }: Props) {
  const kinds = useKinds();
  const chosen = view.form?.mode === 'add' ? view.form.kind : '';
  const listed = kinds.data?.find(({ id }) => id === chosen);
  const kind = useKind(listed?.id);
  const close = () => change({ form: undefined });
  const saved = (checkId: string | undefined) => change(checkId ? { form: undefined, checkId } : { form: undefined });
  if (!kinds.data)
    return <Waiting title="Check" error={kinds.error} onRetry={() => void kinds.refetch()} onClose={close} />;
  if (view.form?.mode === 'edit' && view.checkId)
    return <EditForm id={view.checkId} kinds={kinds.data} onClose={close} onSaved={saved} />;
  if (!listed) {
    return (
      <Sheet label="Add check" onClose={close}>
        <section className={classes['watch']} aria-labelledby="watch">
          <h3 id="watch">{WATCH_TITLE}</h3>
          <WatchForm
            start={view.form?.mode === 'add' ? view.form.target : undefined}
            onSaved={({ canaryId, name }) => void findCheckOf(canaryId, name).then(saved)}
          />
          <h3>Or choose a kind and set all fields</h3>
        </section>
        <TypePicker
          hasSearch={false}
          types={kinds.data.map(kindTile)}
          onPick={(id) => change({ form: { mode: 'add', kind: id } })}
        />
      </Sheet>
    );
  }
  if (!kind.data)
    return <Waiting title="Add check" error={kind.error} onRetry={() => void kind.refetch()} onClose={close} />;
  return (
    <CheckFormSheet
      key={kind.data.id}
      title="Add check"
      kind={kind.data}
      start={newDraft(kind.data.examples[0]?.spec)}
      onBack={() => change({ form: { mode: 'add', kind: '' } })}
      onClose={close}
      onSaved={saved}
    />
  );
}

interface EditProps {
  readonly id: string;
  readonly kinds: readonly ListedKind[];
  readonly onClose: () => void;
  /** Told the id when the saved check is another one than before. */
  readonly onSaved: (checkId: string | undefined) => void;
}

function EditForm({ id, kinds, onClose, onSaved }: EditProps) {
  const check = useCheck(id);
  if (!check.data)
    return <Waiting title="Edit check" error={check.error} onRetry={() => void check.refetch()} onClose={onClose} />;
  return <LoadedEditForm check={check.data} kinds={kinds} onClose={onClose} onSaved={onSaved} />;
}

interface LoadedProps extends Omit<EditProps, 'id'> {
  readonly check: CheckDetail;
}

function LoadedEditForm({ check, kinds, onClose, onSaved }: LoadedProps) {
  const canary = useCanary(check.canary_id);
  const listed = kinds.find((each) => each.id === check.type);
  const kind = useKind(listed?.id);
  const missing = [canary, ...(listed ? [kind] : [])].find(({ data }) => !data);
  if (!canary.data || missing)
    return (
      <Waiting
        title="Edit check"
        error={missing?.error ?? null}
        onRetry={() => void missing?.refetch()}
        onClose={onClose}
      />
    );
  const place = listed && placeOfCheck(canary.data.spec, listed.documentKey, check.name);
  if (!kind.data || !place)
    return (
      <Waiting
        title="Edit check"
        error={
          new Error(`The entry of "${check.name}" was not found in ${canary.data.name}. It may have been renamed.`)
        }
        onRetry={() => void canary.refetch()}
        onClose={onClose}
      />
    );
  const latest = async (): Promise<Canary | undefined> => (await canary.refetch()).data;
  return (
    <CheckFormSheet
      // Another version of the canary starts the form afresh.
      key={canary.data.updated_at}
      title={`Edit ${check.name}`}
      kind={kind.data}
      start={draftOf(canary.data, place, check.name)}
      editing={{ canary: canary.data, place, checkId: check.id, checkName: check.name, latest }}
      onClose={onClose}
      onSaved={onSaved}
    />
  );
}

interface WaitingProps {
  readonly title: string;
  readonly error: Error | null;
  readonly onRetry: () => void;
  readonly onClose: () => void;
}

function Waiting({ title, error, onRetry, onClose }: WaitingProps) {
  return (
    <Sheet label={title} onClose={onClose}>
      {error ? (
        <ErrorPanel message={errorMessage(error)} onRetry={onRetry} />
      ) : (
        <div className={classes['waiting']}>
          {[0, 1, 2, 3].map((row) => (
            <Skeleton key={row} height="44px" />
          ))}
        </div>
      )}
    </Sheet>
  );
}
