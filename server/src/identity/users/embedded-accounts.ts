import type { AccountsContext } from '../context.ts';
import type { AccountAdministration } from '../providers/provider.ts';
import { inviteAtNewAddress, inviteUser, renewInvitation } from './invite.ts';
import { removeUser } from './remove.ts';
import { listSessions, revokeSession } from './session-list.ts';
import { updateUser } from './update.ts';

/** What administrators do to the built-in accounts; each call is one transaction. */
export function createEmbeddedAccounts(context: AccountsContext): AccountAdministration {
  return {
    invite: (input, actor) => inviteUser(context, input, actor),
    renewInvitation: (personId, actor) => renewInvitation(context, personId, actor),
    update: (input, actor) =>
      updateUser(context, input, actor, (transaction, change) =>
        inviteAtNewAddress(transaction, context, change, input.email, actor),
      ),
    remove: (personId, actor) => removeUser(context, personId, actor),
    listSessions: (personId, caller) => listSessions(context.database, context.clock, personId, caller),
    revokeSession: (personId, id, actor) => revokeSession(context, personId, id, actor),
  };
}
