import { useSyncExternalStore } from 'react';

/** Which columns of a list are shown, in which order and how wide. */
export interface ColumnChoice {
  /** Those that are not shown. */
  readonly hidden: readonly string[];
  /** All of them; one that is not named comes last. */
  readonly order: readonly string[];
  /** Pixels, of columns that were drawn. */
  readonly widths: Readonly<Record<string, number>>;
}

const listeners = new Set<() => void>();
const read = new Map<string, { readonly text: string; readonly choice: ColumnChoice | undefined }>();

/** The choice of this session for a list; undefined while there is none. @param name label of the list */
export function useColumnStore(name: string): ColumnChoice | undefined {
  return useSyncExternalStore(subscribe, () => columnChoice(name));
}

/** The same object until it changes. */
function columnChoice(name: string): ColumnChoice | undefined {
  const text = sessionStorage.getItem(keyOf(name)) ?? '';
  const known = read.get(name);
  if (known?.text === text) return known.choice;
  const choice = parseColumnChoice(text);
  read.set(name, { text, choice });
  return choice;
}

/** Keeps a choice for this session; undefined gives back the columns as they are declared. */
export function keepColumnChoice(name: string, choice: ColumnChoice | undefined): void {
  if (choice) sessionStorage.setItem(keyOf(name), JSON.stringify(choice));
  else sessionStorage.removeItem(keyOf(name));
  for (const listener of listeners) listener();
}

/** Reads what was kept in the session or with a saved view; anything else is no choice. */
export function readColumnChoice(value: unknown): ColumnChoice | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { hidden, order, widths } = { hidden: null, order: null, widths: null, ...value };
  if (!isTexts(hidden) || !isTexts(order) || typeof widths !== 'object' || widths === null) return undefined;
  const drawn = Object.entries(widths).filter((entry): entry is [string, number] => typeof entry[1] === 'number');
  return { hidden, order, widths: Object.fromEntries(drawn) };
}

function parseColumnChoice(text: string): ColumnChoice | undefined {
  try {
    return readColumnChoice(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

function keyOf(name: string): string {
  return `watchroom.columns.${name}`;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
