import { AUDITED_TABLES } from '@watchroom/contract/rooms';

/** What happens to a row, and to an account without any row of it changing. */
const ACTIONS: Readonly<Record<string, string>> = {
  insert: 'Added',
  update: 'Changed',
  delete: 'Deleted',
  restore: 'Restored',
  sign_in: 'Signed in',
  sign_in_failed: 'Sign-in failed',
  second_factor_failed: 'Second factor failed',
  sign_out: 'Signed out',
  recovery: 'Account recovered',
  verification: 'Address verified',
  token_refused: 'Token refused',
};

export const TABLE_OPTIONS = optionsOf(AUDITED_TABLES);
export const ACTION_OPTIONS = optionsOf(ACTIONS);

/** What people call a row of a table; the table itself if no room has a word for it. */
export function tableWord(table: string): string {
  return AUDITED_TABLES[table] ?? table;
}

/** A new action reads as its name does, `outbox_read` as "Outbox read". */
export function actionWord(action: string): string {
  const plain = action.replaceAll('_', ' ');
  return ACTIONS[action] ?? plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** Whether a row changed, and not only something happened to an account. */
export function isRowChange(action: string): boolean {
  return ['insert', 'update', 'delete', 'restore'].includes(action);
}

/** Whether somebody was refused. */
export function isRefusal(action: string): boolean {
  return /_(?:failed|refused)$/.test(action);
}

function optionsOf(words: Readonly<Record<string, string>>) {
  return Object.entries(words)
    .map(([value, label]) => ({ value, label }))
    .toSorted((one, other) => one.label.localeCompare(other.label, 'en'));
}
