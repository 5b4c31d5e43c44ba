/** People, how they prove who they are, and their sessions. */
export { deleteExpired } from './delete-expired.ts';
export { prepareFirstRun } from './first-run.ts';
export { type Identity, registerIdentity, registerWithoutIdentity } from './register.ts';
