import { hash } from 'node:crypto';
import { Lru } from 'toad-cache';
import type { Step } from './batch.ts';
import type { Caller, RunOptions, Statement } from './statement.ts';

/** Names of prepared statements by text and by whose they are: to hash a text takes longer than to look it up. */
const names = new Lru<Map<string, string>>(1000);
const LONGEST_NAMED = 16 * 1024;

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
  const { text, values } = statement;
  const owner = `${schemaVersion}\0${role}`;
  const known = names.get(text) ?? new Map<string, string>();
  let name = known.get(owner);
  if (name === undefined) {
    name = hash('sha256', `${owner}\0${text}`, 'base64url');
    if (text.length <= LONGEST_NAMED) names.set(text, known.set(owner, name));
  }
  return { name, text, values };
}
