import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { Confirm, focusFirstError, Notice, Skeleton, toast, toastError, toastWithAction } from '@watchroom/ui';
import { lazy, type SubmitEvent, Suspense, useRef, useState } from 'react';
import { ApiError, errorMessage } from '../api-error.ts';
import { ConflictNotice } from '../ConflictNotice.tsx';
import { useDeleteResource, useSaveResource } from './api.ts';
import { failureOf } from './draft.ts';
import { ResourceFields } from './ResourceFields.tsx';
import type { ResourceLink, ResourcePlace, ResourceRow, ResourceShape, ResourceType } from './resource.ts';
import classes from './resources.module.css';
import type { ResourceFormState } from './use-resource-form.ts';
import { useResourceTrial } from './use-resource-trial.tsx';
import { useResourceView } from './use-resource-view.ts';

/** Loaded by those who cannot change the row. */
const ResourceFacts = lazy(() => import('./ResourceFacts.tsx').then((file) => ({ default: file.ResourceFacts })));

interface Props {
  readonly resource: ResourceShape;
  readonly place: ResourcePlace;
  readonly type: ResourceType;
  readonly form: ResourceFormState;
  /** The row from which the form was filled. */
  readonly seen: ResourceRow;
  /** A newer version of it, if there is one. */
  readonly latest: ResourceRow | undefined;
  readonly link: ResourceLink | undefined;
  readonly mayWrite: boolean;
  readonly isReadOnly: boolean;
  /** Loads the row as it is now. */
  readonly newest: () => Promise<ResourceRow | null | undefined>;
  /** Starts the form afresh from a row; what was typed is gone. */
  readonly onSeen: (row: ResourceRow) => void;
  /** Lets the person leave without a question. */
  readonly letGo: () => void;
}

/** The form of a stored row: saved, deleted and brought back here; whatever fails, what was typed stays. */
export function ResourceEditor(props: Props) {
  const { resource, place, type, form, seen, latest, link, mayWrite, isReadOnly, newest, onSeen, letGo } = props;
  const { editor, showEditor } = useResourceView();
  const save = useSaveResource(resource);
  const remove = useDeleteResource(resource);
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const showErrors = () => requestAnimationFrame(() => element.current && focusFirstError(element.current));

  const saveOver = (row: ResourceRow) => {
    form.touchAll();
    if (!form.isValid) return showErrors();
    return save.mutate(
      { payload: form.payload(), seen: row },
      {
        onError: (error) => {
          form.refuse(error);
          showErrors();
        },
        onSuccess: (saved) => {
          toast(`${resource.noticeName ?? saved.name} updated successfully`);
          letGo();
          onSeen(saved);
          // The form is drawn anew, and the focus must not fall to nowhere.
          requestAnimationFrame(() => document.querySelector<HTMLElement>('h1[tabindex]')?.focus());
        },
      },
    );
  };
  const trial = useResourceTrial(type, form, showErrors, seen.id);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    saveOver(seen);
  };
  const withNewest = (take: (row: ResourceRow) => void) => void newest().then((row) => row && take(row));
  const setDeleted = (isDeleted: boolean) => remove.mutateAsync({ id: seen.id, isDeleted });
  const restore = () => void setDeleted(false).catch((error: unknown) => toastError(errorMessage(error)));
  const removeIt = async () => {
    await setDeleted(true);
    letGo();
    toastWithAction(resource.noticeName ? `${resource.noticeName} deleted successfully` : `${seen.name} deleted`, {
      label: 'Undo',
      run: restore,
    });
    void navigate({ href: place.path });
  };
  const isStale = save.error instanceof ApiError && save.error.code === 'stale';
  const failure = isStale ? undefined : failureOf(save.error);
  const isGone = (latest ?? seen).deleted_at !== null;

  return (
    <form ref={element} className={classes['form']} onSubmit={submit} noValidate>
      <div className={classes['scroll']}>
        <div className={classes['fields']}>
          {link && <LinkedNotice link={link} />}
          {!mayWrite && <Notice tone="info">You can view this, but not change it.</Notice>}
          {isGone && (
            <Notice tone="warning">
              This was deleted.{form.isChanged && ' Your changes are still here.'}
              {mayWrite && !link && (
                <span className={classes['actions']}>
                  <Button loading={remove.isPending} onClick={restore}>
                    Restore
                  </Button>
                </span>
              )}
            </Notice>
          )}
          {!isGone && (isStale || latest) && (
            <ConflictNotice
              isTyped={form.isChanged}
              onReload={() => withNewest(onSeen)}
              onOverwrite={() => withNewest(saveOver)}
            />
          )}
          {failure !== undefined && <Notice tone="unhealthy">{failure}</Notice>}
          {trial.result}
          {isReadOnly ? (
            <Suspense fallback={<Skeleton height="220px" />}>
              <ResourceFacts resource={resource} type={type} form={form} />
            </Suspense>
          ) : (
            <ResourceFields resource={resource} type={type} form={form} isStored tab={editor} onTab={showEditor} />
          )}
        </div>
      </div>
      <footer className={classes['footer']}>
        <Button component={Link} to={place.path} className={classes['back'] ?? ''}>
          Back
        </Button>
        <span className={classes['push']} />
        {mayWrite && trial.button}
        {!isReadOnly && (
          <>
            <Button variant="danger" onClick={() => setAsking(true)}>
              Delete
            </Button>
            <Button
              type="submit"
              variant="filled"
              disabled={save.isPending || isGone || !form.isChanged || (form.isAsked && !form.isValid)}
            >
              {save.isPending ? 'Updating' : 'Update'}
            </Button>
          </>
        )}
      </footer>
      {isAsking && (
        <Confirm
          title={`Delete ${seen.name} ?`}
          text="It will be deleted for everyone."
          action="Delete"
          onConfirm={removeIt}
          onClose={() => setAsking(false)}
        />
      )}
    </form>
  );
}

function LinkedNotice({ link: { title, text, href } }: { readonly link: ResourceLink }) {
  return (
    <Notice tone="info">
      {href ? (
        <a href={href} className={classes['linked']}>
          {title}
        </a>
      ) : (
        <strong className={classes['linked']}>{title}</strong>
      )}
      {text}
    </Notice>
  );
}
