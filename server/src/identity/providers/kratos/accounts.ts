import type { Invited, InviteUserInput } from '@watchroom/contract/identity';
import { announceChange } from '../../../platform/changes/changes.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { CatalogueError } from '../../../platform/http/errors.ts';
import type { AccountsContext } from '../../context.ts';
import { findPersonIdByEmail } from '../../people.ts';
import { accountToChange, beginAdministration } from '../../users/administration.ts';
import { unlessTaken } from '../../users/email-taken.ts';
import { mayBeRenewed } from '../../users/invite.ts';
import { removeUser } from '../../users/remove.ts';
import { replaceRoles } from '../../users/roles.ts';
import { updateUser } from '../../users/update.ts';
import type { AccountAdministration, Actor } from '../provider.ts';
import { listKratosSessions, revokeKratosSession } from './account-sessions.ts';
import type { KratosAdmin } from './admin-api.ts';
import type { KratosSessions } from './sessions.ts';

/**
 * What administrators do to accounts in Kratos. Rules are judged and our rows are written first, Kratos follows before the
 * commit: what it refuses does not happen here.
 * @param admin undefined where its admin API is not configured: then each call says so.
 */
export function createKratosAccounts(
  context: AccountsContext,
  admin: KratosAdmin | undefined,
  sessions: Pick<KratosSessions, 'forgetPerson'>,
): AccountAdministration {
  const api = (): KratosAdmin => {
    if (admin) return admin;
    throw new CatalogueError(
      'unavailable',
      'The accounts are in Ory Kratos, whose admin API is not known here. Set WATCHROOM_KRATOS_ADMIN_URL, then try again.',
    );
  };
  return {
    invite: async (input, actor) => invite(context, api(), input, actor),
    async renewInvitation(personId, actor) {
      const kratos = api();
      return context.database.transaction(async (transaction) => {
        await beginAdministration(transaction, actor);
        mayBeRenewed(await accountToChange(transaction, personId));
        return recoveryOf(context, kratos, personId);
      }, actor);
    },
    async update(input, actor) {
      const kratos = api();
      const { id, firstName: first, lastName: last, email, active } = input;
      const traits = await updateUser(context, input, actor, async (transaction) => {
        await kratos.update(id, { email, name: { first, last } }, active ? 'active' : 'inactive');
        if (!active) await kratos.endSessionsOf(id);
        await judgeStreams(transaction);
      });
      sessions.forgetPerson(id);
      return traits;
    },
    async remove(personId, actor) {
      const kratos = api();
      await removeUser(context, personId, actor, async (transaction) => {
        await kratos.remove(personId);
        await judgeStreams(transaction);
      });
      sessions.forgetPerson(personId);
    },
    listSessions: async (personId, caller) => listKratosSessions(api(), personId, caller),
    async revokeSession(personId, id, actor) {
      await revokeKratosSession(context, api(), personId, id, actor);
      sessions.forgetPerson(personId);
    },
  };
}

async function invite(
  context: AccountsContext,
  kratos: KratosAdmin,
  { firstName, lastName, email, role }: InviteUserInput,
  actor: Actor,
): Promise<Invited> {
  let made: string | undefined;
  try {
    return await context.database.transaction(async (transaction) => {
      await beginAdministration(transaction, actor);
      await refuseTaken(transaction, email);
      const id = await kratos.create({ email, name: { first: firstName, last: lastName } });
      made = id;
      await unlessTaken(
        transaction.query(
          `with person as (insert into identity.people (id, name, email, type) values ($1, trim($2 || ' ' || $3), $4, 'person') returning id)
           insert into identity.identities (id, first_name, last_name, state) select id, $2, $3, 'invited' from person`,
          [id, firstName, lastName, email],
        ),
      );
      await replaceRoles(transaction, id, role);
      return recoveryOf(context, kratos, id);
    }, actor);
  } catch (error) {
    if (made !== undefined) await takeBack(context, kratos, made);
    throw error;
  }
}

/** Before Kratos has an account that nobody here knows of. */
async function refuseTaken(transaction: Queryable, email: string): Promise<void> {
  if ((await findPersonIdByEmail(transaction, email)) === undefined) return;
  const sentence = 'User already exists';
  throw new CatalogueError('conflict', sentence, { fields: { email: sentence } });
}

async function takeBack({ log }: AccountsContext, kratos: KratosAdmin, id: string): Promise<void> {
  try {
    await kratos.remove(id);
  } catch (error) {
    log.warn(
      { err: error, identity: id },
      'an account whose invitation failed was left in Ory Kratos: delete it there',
    );
  }
}

async function recoveryOf({ clock }: AccountsContext, kratos: KratosAdmin, id: string): Promise<Invited> {
  const { link, code, expiresAt } = await kratos.createRecovery(id);
  return {
    link,
    expiresAt: (expiresAt ?? new Date(clock.now())).toISOString(),
    mailed: false,
    ...(code === undefined ? {} : { code }),
  };
}

/** Sessions have no rows here by which those of one person could be told: all open streams of all replicas are judged anew. */
async function judgeStreams(transaction: Queryable): Promise<void> {
  await announceChange(transaction, 'sessions', 'many');
}
