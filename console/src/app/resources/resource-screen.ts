import { createElement } from 'react';
import type { Screen } from '../screen.ts';
import type { ViewName } from '../table/table-shape.ts';
import type { Resource } from './resource.ts';

/** A screen made from a declared resource, which is imported with the page when one of its pages is first opened. */
export function resourceScreen<Name extends ViewName, Select extends string>(
  screen: Omit<Screen, 'load' | 'loadItem'>,
  loadResource: () => Promise<Resource<Name, Select>>,
): Screen {
  const place = { title: screen.title, path: screen.path };
  return {
    ...screen,
    load: async () => {
      const [{ ResourceListPage }, resource] = await Promise.all([import('./ResourceListPage.tsx'), loadResource()]);
      return () => createElement(ResourceListPage<Name, Select>, { resource, place });
    },
    loadItem: async () => {
      const [{ ResourceItemPage }, resource] = await Promise.all([import('./ResourceItemPage.tsx'), loadResource()]);
      return () => createElement(ResourceItemPage, { resource, place });
    },
  };
}
