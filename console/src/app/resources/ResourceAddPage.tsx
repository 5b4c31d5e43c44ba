import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { ErrorPanel, focusFirstError, Notice, Skeleton, toast } from '@watchroom/ui';
import { type SubmitEvent, useRef, useState } from 'react';
import { errorMessage } from '../api-error.ts';
import { FrameContext, useFrame } from '../frame.ts';
import { Page } from '../Page.tsx';
import { useUnsavedQuestion } from '../unsaved.tsx';
import { useSaveResource } from './api.ts';
import { failureOf } from './draft.ts';
import { ResourceFields } from './ResourceFields.tsx';
import type { ResourcePlace, ResourceShape, ResourceType } from './resource.ts';
import classes from './resources.module.css';
import { TypePicker } from './TypePicker.tsx';
import { useResourceForm } from './use-resource-form.ts';
import { useResourceTrial } from './use-resource-trial.tsx';
import { useResourceView } from './use-resource-view.ts';

interface Props {
  readonly resource: ResourceShape;
  readonly place: ResourcePlace;
}

/** A new row: its type first where there is a choice, then its form. */
export function ResourceAddPage({ resource, place }: Props) {
  const types = resource.useTypes();
  const { add } = useResourceView();
  const navigate = useNavigate();
  const frame = useFrame();
  const { data } = types;
  const chosen = data?.length === 1 ? data[0] : data?.find(({ id }) => id === add);
  const type = resource.useType(chosen?.id);
  const waited = data && chosen ? type : types;
  const leave = (to: 'list' | 'picker') =>
    void navigate({ to: place.path, search: to === 'picker' ? { add: 'any' } : {} });
  return (
    <FrameContext value={{ ...frame, trail: [...frame.trail, { title: place.title, path: place.path }] }}>
      <Page title={`Add ${resource.noun}`}>
        {!waited.data &&
          (waited.error ? (
            <ErrorPanel message={errorMessage(waited.error)} onRetry={() => void waited.refetch()} />
          ) : (
            <WaitingForm />
          ))}
        {data && !chosen && (
          <div className={classes['form']}>
            <div className={classes['scroll']}>
              <TypePicker types={data} onPick={(type) => void navigate({ to: place.path, search: { add: type } })} />
            </div>
            <footer className={classes['footer']}>
              <Button onClick={() => leave('list')}>Back</Button>
            </footer>
          </div>
        )}
        {data && chosen && type.data && (
          <NewForm
            key={chosen.id}
            resource={resource}
            place={place}
            type={type.data}
            onBack={() => leave(data.length === 1 ? 'list' : 'picker')}
          />
        )}
      </Page>
    </FrameContext>
  );
}

interface NewFormProps extends Props {
  readonly type: ResourceType;
  readonly onBack: () => void;
}

function NewForm({ resource, place, type, onBack }: NewFormProps) {
  const [start] = useState({ head: resource.head.start, document: type.start });
  const form = useResourceForm(resource, type, start);
  const { editor, showEditor } = useResourceView();
  const save = useSaveResource(resource);
  const navigate = useNavigate();
  const element = useRef<HTMLFormElement>(null);
  const { question, letGo } = useUnsavedQuestion(
    form.isChanged,
    (next, current) => next.pathname === current.pathname && next.search['add'] === current.search['add'],
  );
  const failure = failureOf(save.error);
  const showErrors = () => requestAnimationFrame(() => element.current && focusFirstError(element.current));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    form.touchAll();
    if (!form.isValid) return showErrors();
    save.mutate(
      { payload: form.payload() },
      {
        onError: (error) => {
          form.refuse(error);
          showErrors();
        },
        onSuccess: (row) => {
          toast(`${resource.noticeName ?? row.name} added successfully`);
          letGo();
          void navigate({ href: `${place.path}/${row.id}` });
        },
      },
    );
    return undefined;
  };
  const trial = useResourceTrial(type, form, showErrors);
  return (
    <form ref={element} className={classes['form']} onSubmit={submit} noValidate>
      <div className={classes['scroll']}>
        <div className={classes['fields']}>
          {failure !== undefined && <Notice tone="unhealthy">{failure}</Notice>}
          {trial.result}
          <ResourceFields
            resource={resource}
            type={type}
            form={form}
            isStored={false}
            tab={editor}
            onTab={showEditor}
          />
        </div>
      </div>
      <footer className={classes['footer']}>
        <Button onClick={onBack}>Back</Button>
        <span className={classes['push']} />
        {trial.button}
        <Button type="submit" variant="filled" disabled={save.isPending || (form.isAsked && !form.isValid)}>
          {save.isPending ? 'Saving' : 'Save'}
        </Button>
      </footer>
      {question}
    </form>
  );
}

/** The shape of a form that is being loaded. */
export function WaitingForm() {
  return (
    <div className={classes['fields']} aria-busy="true">
      {[0, 1, 2, 3, 4].map((row) => (
        <Skeleton key={row} height="44px" />
      ))}
    </div>
  );
}
