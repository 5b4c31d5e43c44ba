/** People, how they prove who they are, their sessions, and their teams. */
export { deleteExpired } from './delete-expired.ts';
export { prepareFirstRun } from './first-run.ts';
export { type Identity, registerIdentity, registerWithoutIdentity } from './register.ts';
export { teamWords } from './teams/words.ts';
export { applyTeamWrite } from './teams/write-hook.ts';
