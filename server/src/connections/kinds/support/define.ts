import type { KindDeclaration } from '../../../platform/kinds/define.ts';
import type { Connection } from '../../../platform/references/connection.ts';
import type { Trial } from './trial.ts';

/** In the order in which the picker shows them. */
export const GROUPS = [
  'Databases',
  'Monitoring',
  'Clouds',
  'Source code',
  'Files and storage',
  'Directories and hosts',
  'Language models',
  'Notifications',
  'Other',
] as const;
export type Group = (typeof GROUPS)[number];

/** A type of connection: one file `server/src/connections/kinds/<type>.ts` with this as its export `kind`. */
export interface ConnectionKind extends KindDeclaration<unknown> {
  /** Types under `Notifications` are services that messages are sent through. */
  readonly group: Group;
  /**
   * The address where the form asks for its parts instead: a template such as `ntfy://$(properties.host)`. A type whose
   * schema has no `url` always has this one; one that has it gets this one where none was written.
   */
  readonly url?: string;
  /**
   * Field of a document → place in the row, where the two differ: `{ accessKey: 'username' }`. Without an entry here a field
   * stands in the column of its name, and any other one in `properties`.
   */
  readonly document?: Readonly<Record<string, string>>;
  /**
   * A real attempt, step by step. What it throws is told as the reason, at the step that threw. Absent only where no attempt
   * is thinkable.
   */
  test?(trial: Trial, connection: Connection): Promise<void>;
}

export function defineConnectionKind(kind: ConnectionKind): ConnectionKind {
  return kind;
}
