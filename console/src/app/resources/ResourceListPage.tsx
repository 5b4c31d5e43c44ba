import { ActionIcon, Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Page } from '../Page.tsx';
import { TableList } from '../table/TableList.tsx';
import type { ViewName } from '../table/table-shape.ts';
import { useMayWrite } from './access.ts';
import type { Resource, ResourcePlace } from './resource.ts';
import { useResourceView } from './use-resource-view.ts';

// Forms and YAML are no part of a list.
const ResourceAddPage = lazy(() => import('./ResourceAddPage.tsx').then((file) => ({ default: file.ResourceAddPage })));

interface Props<Name extends ViewName, Select extends string> {
  readonly resource: Resource<Name, Select>;
  readonly place: ResourcePlace;
}

/** All rows of a resource, or the form of a new one. */
export function ResourceListPage<Name extends ViewName, Select extends string>({
  resource,
  place,
}: Props<Name, Select>) {
  const { add } = useResourceView();
  const navigate = useNavigate();
  const mayAdd = useMayWrite(resource) && !resource.isMadeElsewhere;
  if (add !== undefined && mayAdd)
    return (
      <Suspense>
        <ResourceAddPage resource={resource} place={place} />
      </Suspense>
    );
  const title = `Add ${resource.noun}`;
  const addOne = () => void navigate({ to: place.path, search: { add: 'any' } });
  return (
    <Page
      title={place.title}
      lead={
        mayAdd && (
          <ActionIcon aria-label={title} title={title} onClick={addOne}>
            <IconPlus size={18} stroke={1.8} color="var(--ui-accent)" />
          </ActionIcon>
        )
      }
    >
      <TableList
        list={resource.list}
        action={
          mayAdd && (
            <Button variant="filled" onClick={addOne}>
              {title}
            </Button>
          )
        }
      />
    </Page>
  );
}
