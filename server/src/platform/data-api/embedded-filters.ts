import type { Adapter, RawRequest } from '@watchroom/data-api';
import { firstValue, MAX_PATHS, readFieldName } from './fields.ts';
import { findEmbed, type ListItem, MAX_DEPTH, readList, writeList } from './select-list.ts';

/** Parameters on an embed that do not filter. */
const CONTROLS = new Set(['select', 'order', 'limit', 'offset', 'columns', 'on_conflict']);

/**
 * A filter on an embed that `select` lacks, such as `hypotheses.evidences.component_id=eq.1`, means the rows that have one
 * like it: the embeds of its path are added, empty and inner, and those of the path that are there become inner too,
 * unless they say `!left`. A path that `select` has in full is the dialect's own. Only of requests that read: an embed
 * never narrows what a write touches.
 */
export const embeddedFilters: Adapter = (request) => {
  if (!isRead(request)) return request;
  const paths = request.query.map(([name]) => filteredPath(name)).filter((path) => path.length > 0);
  if (paths.length === 0 || paths.length > MAX_PATHS) return request;
  const items = readList(firstValue(request, 'select')?.trim() || '*');
  if (!items) return request;
  const added = paths.filter((path) => addPath(items, path));
  if (added.length === 0) return request;
  const others = request.query.filter(([name]) => name !== 'select');
  return { ...request, query: [['select', writeList(items)], ...others] };
};

function isRead(request: RawRequest): boolean {
  return request.kind === 'function' || request.method === 'GET' || request.method === 'HEAD';
}

function filteredPath(name: string): readonly string[] {
  const { path, last } = readFieldName(name);
  const isFilter = last !== '' && !CONTROLS.has(last) && path.length < MAX_DEPTH && path.every((step) => step !== '');
  return isFilter ? path : [];
}

/** Whether anything was added. */
function addPath(items: ListItem[], path: readonly string[]): boolean {
  const passed: ListItem[] = [];
  let isAdded = false;
  let list = items;
  for (const step of path) {
    const found = findEmbed(list, step);
    const next: ListItem[] = found?.items ?? [];
    if (found) passed.push(found);
    else list.push({ head: `${step}!inner`, items: next, tail: '' });
    isAdded ||= !found;
    list = next;
  }
  if (isAdded) for (const embed of passed) makeInner(embed);
  return isAdded;
}

function makeInner(embed: ListItem): void {
  const hints = embed.head.split('!').slice(1);
  if (!hints.some((hint) => hint.trim() === 'inner' || hint.trim() === 'left')) embed.head += '!inner';
}
