import { hash } from 'node:crypto';
import type { Step } from './batch.ts';
import type { Caller, RunOptions, Statement } from './statement.ts';

const command = (text: string): Step => ({ name: text, text, values: [] });

export const BEGIN = command('begin');
export const COMMIT = command('commit');
export const ROLLBACK = command('rollback');

/**
 * What a function of an earlier caller has set for the session, and not for its transaction alone, must not reach the
 * next caller. The role is not among what this resets, but {@link contextStep} always sets that anew.
 */
export const RESET = command('reset all');

/**
 * Settings and role for the rest of the transaction. The role comes last, so that no setting can replace it and all are
 * set by the user of the pool.
 */
export function contextStep(caller: Caller, options: RunOptions): Step {
  const settings = Object.entries(caller.settings ?? {});
  if (options.searchPath !== undefined) settings.push(['search_path', options.searchPath]);
  if (options.timezone !== undefined) settings.push(['timezone', options.timezone]);
  if (options.isReadOnly) settings.push(['transaction_read_only', 'on']);
  return settingsStep([...settings, ['role', caller.role]]);
}

/** Only the role; `none` is the user of the pool. */
export const roleStep = (role: string): Step => settingsStep([['role', role]]);

function settingsStep(settings: readonly (readonly [name: string, value: string])[]): Step {
  const calls = settings.map((_, index) => `set_config($${index * 2 + 1},$${index * 2 + 2},true)`);
  return { name: `settings ${settings.length}`, text: `select ${calls.join(',')}`, values: settings.flat() };
}

/**
 * Where rows are guarded a plan depends on the role, so roles do not share a prepared statement. Neither do versions of
 * the schema: a prepared statement keeps the types that its values had when it was first seen.
 */
export function callerStep({ role }: Caller, statement: Statement, { schemaVersion = 0 }: RunOptions): Step {
  const name = hash('sha256', `${schemaVersion}\0${role}\0${statement.text}`, 'base64url');
  return { name, text: statement.text, values: statement.values };
}
