import { Button } from '@mantine/core';
import { IconMoodEmpty } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import { EmptyState, ErrorPanel, LinkTabs, Skeleton } from '@watchroom/ui';
import { Suspense, useEffect, useRef, useState } from 'react';
import { errorMessage } from '../api-error.ts';
import { Page } from '../Page.tsx';
import { useRoomParts } from '../room-parts.ts';
import { useUnsavedQuestion } from '../unsaved.tsx';
import { useLink, useMayWrite } from './access.ts';
import { useResourceRow } from './api.ts';
import { draftOf, typeOf } from './draft.ts';
import { ResourceEditor } from './ResourceEditor.tsx';
import { WaitingForm } from './ResourceAddPage.tsx';
import type { Loading, ResourcePlace, ResourceRow, ResourceShape, ResourceTile, ResourceType } from './resource.ts';
import classes from './resources.module.css';
import { useResourceForm } from './use-resource-form.ts';
import { useResourceView } from './use-resource-view.ts';

interface Props {
  readonly resource: ResourceShape;
  readonly place: ResourcePlace;
}

/** One row of a resource: what it is, and what else there is to see of it. */
export function ResourceItemPage({ resource, place }: Props) {
  const { id = '' }: { readonly id?: string } = useParams({ strict: false });
  const row = useResourceRow(resource, id);
  const types = resource.useTypes();
  const newest = () => row.refetch().then(({ data }) => data);
  if (row.data === null)
    return (
      <Page title={`No such ${resource.noun}`}>
        <EmptyState
          icon={<IconMoodEmpty size={22} stroke={1.6} />}
          title="Nothing here"
          text={`There is no ${resource.noun} at this address. The address may contain a typo, or the ${resource.noun} belongs to someone else.`}
          action={
            <Button component={Link} to={place.path}>
              Back
            </Button>
          }
        />
      </Page>
    );
  if (row.data && types.data)
    return (
      <LoadedItem key={id} resource={resource} place={place} latest={row.data} types={types.data} newest={newest} />
    );
  return <Waiting title={place.title} parts={[row, types]} />;
}

/** While parts of the page are on their way; the first that failed can be asked for again. */
function Waiting({ title, parts }: { readonly title: string; readonly parts: readonly Loading<unknown>[] }) {
  const failed = parts.find(({ data, error }) => data === undefined && error !== null);
  return (
    <Page title={title}>
      {failed ? (
        <ErrorPanel message={errorMessage(failed.error)} onRetry={() => void failed.refetch()} />
      ) : (
        <WaitingForm />
      )}
    </Page>
  );
}

interface LoadedProps extends Props {
  readonly latest: ResourceRow;
  readonly types: readonly ResourceTile[];
  readonly newest: () => Promise<ResourceRow | null | undefined>;
}

/** Holds on to the row from which the form was filled, while newer ones come. */
function LoadedItem({ resource, place, latest, types, newest }: LoadedProps) {
  const [seen, setSeen] = useState(latest);
  const tile = typeOf(resource, types, seen);
  const type = resource.useType(tile?.id);
  if (!tile)
    return (
      <Page title={seen.name}>
        <EmptyState
          icon={<IconMoodEmpty size={22} stroke={1.6} />}
          title="No form for this type"
          text={`This version does not know the type of this ${resource.noun}.`}
        />
      </Page>
    );
  if (!type.data) return <Waiting title={seen.name} parts={[type]} />;
  return (
    <ResourceItem
      // Another version starts the form afresh.
      key={`${seen.updated_at} ${seen.deleted_at ?? ''}`}
      resource={resource}
      place={place}
      type={type.data}
      seen={seen}
      latest={latest}
      newest={newest}
      onSeen={setSeen}
    />
  );
}

interface ItemProps extends Props {
  readonly type: ResourceType;
  readonly seen: ResourceRow;
  readonly latest: ResourceRow;
  readonly newest: LoadedProps['newest'];
  readonly onSeen: (row: ResourceRow) => void;
}

const SPEC = { id: 'spec', title: 'Spec' };

function ResourceItem({ resource, place, type, seen, latest, newest, onSeen }: ItemProps) {
  const view = useResourceView();
  const [start] = useState(() => draftOf(resource, seen));
  const form = useResourceForm(resource, type, start);
  const { question, letGo } = useUnsavedQuestion(form.isChanged, (next, current) => next.pathname === current.pathname);
  const mayWrite = useMayWrite(resource);
  const link = useLink(resource)(seen);
  const isReadOnly = !mayWrite || link !== undefined || seen.deleted_at !== null;
  const content = useRef<HTMLDivElement>(null);
  const { tabs: more = [], resourceType } = resource;
  const { resourceTabs } = useRoomParts();
  const ofRooms = resourceType === undefined ? [] : resourceTabs;
  const tabs = [SPEC, ...more, ...ofRooms];
  const selected = tabs.find(({ id }) => id === view.tab) ?? SPEC;
  const isNewer = latest.updated_at !== seen.updated_at || latest.deleted_at !== seen.deleted_at;
  const isUntouched = !form.isChanged;
  useEffect(() => {
    // Who has the focus in the form keeps it, and is told.
    const isInUse = content.current?.contains(document.activeElement) ?? false;
    if (isNewer && isUntouched && !isInUse) onSeen(latest);
  }, [isNewer, isUntouched, latest, onSeen]);
  return (
    <Page title={seen.name} lead={resource.lead?.(seen)}>
      {tabs.length > 1 && (
        <div className={classes['tabs']}>
          <LinkTabs
            label="Parts"
            tabs={tabs}
            selected={selected.id}
            hrefOf={(tab) => view.hrefOf(tab === SPEC.id ? undefined : tab)}
            onSelect={(tab) => view.showTab(tab === SPEC.id ? undefined : tab)}
          />
        </div>
      )}
      {selected === SPEC && (
        <div ref={content} className={classes['form']}>
          <ResourceEditor
            resource={resource}
            place={place}
            type={type}
            form={form}
            seen={seen}
            latest={isNewer ? latest : undefined}
            link={link}
            mayWrite={mayWrite}
            isReadOnly={isReadOnly}
            newest={newest}
            onSeen={onSeen}
            letGo={letGo}
          />
        </div>
      )}
      {ofRooms
        .filter(({ id }) => id === selected.id)
        .map(({ id, Content }) => (
          <Suspense key={id} fallback={<Skeleton height="300px" />}>
            <Content resourceType={resourceType ?? ''} resourceId={seen.id} />
          </Suspense>
        ))}
      {more
        .find(({ id }) => id === selected.id)
        ?.content({ row: seen, mayWrite: mayWrite && seen.deleted_at === null })}
      {question}
    </Page>
  );
}
