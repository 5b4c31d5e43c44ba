import { canonicalEmail, findPersonIdByEmail } from '../../people.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { queueMail } from '../../mail/outbox.ts';
import { emailChangedMail } from '../../mail/texts.ts';
import type { FlowMethod, Refused } from '../method.ts';
import { failure, info, submit } from '../nodes.ts';
import { sentTraits, traitNodes, traitProblems } from '../traits.ts';

/** Names and address of the account. A new address is not verified, and changing it needs a fresh sign-in: recovery leads there. */
export const profileMethod: FlowMethod = {
  name: 'profile',
  group: 'profile',
  fields: ['traits', 'traits.email'],
  settings: {
    isHarmless: ({ account }, sent) => canonicalEmail(sentTraits(sent).email) === canonicalEmail(account.email),
    nodes: async ({ account: { email, firstName, lastName } }) => [
      ...traitNodes({ email, name: { first: firstName, last: lastName } }, { emailIsFixed: false, group: 'profile' }),
      submit('profile', 'method', 'profile', info(1070003, 'Save')),
    ],
    async submit({ account, context }, sent) {
      const traits = sentTraits(sent);
      const fields = traitProblems(traits);
      if (fields) return { outcome: 'refused', fields };
      const email = canonicalEmail(traits.email);
      const isMoved = email !== canonicalEmail(account.email);
      return {
        outcome: 'saving',
        // Recovery leads to the address: whoever changed it in a stolen session could come back by it.
        ...(isMoved ? { endsOtherSessions: true } : {}),
        async change(transaction): Promise<Refused | undefined> {
          await transaction.query('update identity.identities set first_name = $2, last_name = $3 where id = $1', [
            account.personId,
            traits.name.first,
            traits.name.last,
          ]);
          if (!isMoved) return undefined;
          if (!(await moveTo(transaction, account.personId, email))) return taken;
          await queueMail(transaction, emailChangedMail(account.email, context.linkBase()));
          return undefined;
        },
      };
    },
  },
};

/** That the new address is not verified is the database's to write. @returns false where it is another account's. */
async function moveTo(transaction: Queryable, personId: string, email: string): Promise<boolean> {
  const owner = await findPersonIdByEmail(transaction, email);
  if (owner !== undefined && owner !== personId) return false;
  try {
    await transaction.query('update identity.people set email = $2 where id = $1', [personId, email]);
    return true;
  } catch (error) {
    // Somebody took it at this moment.
    if (error instanceof Error && 'code' in error && error.code === '23505') return false;
    throw error;
  }
}

const taken: Refused = {
  outcome: 'refused',
  fields: { 'traits.email': failure(4000007, 'This email belongs to another account') },
};
