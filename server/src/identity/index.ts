/** People, how they prove who they are, their sessions, and their teams. */
export { openBreachedPasswords } from './breached-passwords.ts';
export type { AccountsContext } from './context.ts';
export { deleteExpired } from './delete-expired.ts';
export { prepareFirstRun } from './first-run.ts';
export { deliverOnMails, mailJobs } from './mail/jobs.ts';
export { readMailServer } from './mail/mail-server.ts';
export { loadOidcProviders } from './oidc-providers.ts';
export { createEmbeddedProvider } from './providers/embedded.ts';
export { createKratosProvider } from './providers/kratos/kratos.ts';
export { registerIdentity, registerWithoutIdentity } from './register.ts';
export { teamWords } from './teams/words.ts';
export { applyTeamWrite } from './teams/write-hook.ts';
