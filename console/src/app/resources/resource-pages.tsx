import type { ComponentType } from 'react';
import type { ViewName } from '../table/table-shape.ts';
import { ResourceItemPage } from './ResourceItemPage.tsx';
import { ResourceListPage } from './ResourceListPage.tsx';
import type { Resource, ResourcePlace } from './resource.ts';

/** The list of a resource as a page of its own. */
export function listPageOf<Name extends ViewName, Select extends string>(
  resource: Resource<Name, Select>,
  place: ResourcePlace,
): ComponentType {
  return () => <ResourceListPage resource={resource} place={place} />;
}

/** The page of one row, at the address with its id. */
export function itemPageOf<Name extends ViewName, Select extends string>(
  resource: Resource<Name, Select>,
  place: ResourcePlace,
): ComponentType {
  return () => <ResourceItemPage resource={resource} place={place} />;
}
