import type { Screen } from '../screen.ts';
import type { Resource } from './resource.ts';
import type { ViewName } from '../table/table-shape.ts';

/** A screen made from a declared resource, which is imported with the pages when one of them is first opened. */
export function resourceScreen<Name extends ViewName, Select extends string>(
  screen: Omit<Screen, 'load' | 'loadItem'>,
  loadResource: () => Promise<Resource<Name, Select>>,
): Screen {
  const place = { title: screen.title, path: screen.path };
  const loadBoth = () => Promise.all([import('./resource-pages.tsx'), loadResource()]);
  return {
    ...screen,
    load: () => loadBoth().then(([pages, resource]) => pages.listPageOf(resource, place)),
    loadItem: () => loadBoth().then(([pages, resource]) => pages.itemPageOf(resource, place)),
  };
}
