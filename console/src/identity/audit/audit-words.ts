/** What is audited, in words; a table that is not named here stands as it is. */
const TABLES: Readonly<Record<string, string>> = {
  'agents.agents': 'Agent',
  'features.properties': 'Feature flag',
  'health.canaries': 'Canary',
  'identity.access_tokens': 'Access token',
  'identity.backup_codes': 'Backup code',
  'identity.credentials': 'Credential',
  'identity.identities': 'Account',
  'identity.invitations': 'Invitation',
  'identity.passkeys': 'Passkey',
  'identity.people': 'Person',
  'identity.person_roles': 'Role',
  'identity.provider_accounts': 'Provider account',
  'identity.team_members': 'Team member',
  'identity.teams': 'Team',
  'views.saved_views': 'Saved view',
};

/** What happens to a row, and to an account without any row of it changing. */
const ACTIONS: Readonly<Record<string, string>> = {
  insert: 'Added',
  update: 'Changed',
  delete: 'Deleted',
  sign_in: 'Signed in',
  sign_in_failed: 'Sign-in failed',
  second_factor_failed: 'Second factor failed',
  sign_out: 'Signed out',
  recovery: 'Account recovered',
  verification: 'Address verified',
  token_refused: 'Token refused',
};

export const TABLE_OPTIONS = optionsOf(TABLES);
export const ACTION_OPTIONS = optionsOf(ACTIONS);

export function tableWord(table: string): string {
  return TABLES[table] ?? table;
}

/** A new action reads as its name does, `outbox_read` as "Outbox read". */
export function actionWord(action: string): string {
  const plain = action.replaceAll('_', ' ');
  return ACTIONS[action] ?? plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** Whether a row changed, and not only something happened to an account. */
export function isRowChange(action: string): boolean {
  return ['insert', 'update', 'delete'].includes(action);
}

/** Whether somebody was refused. */
export function isRefusal(action: string): boolean {
  return /_(?:failed|refused)$/.test(action);
}

function optionsOf(words: Readonly<Record<string, string>>) {
  return Object.entries(words).map(([value, label]) => ({ value, label }));
}
