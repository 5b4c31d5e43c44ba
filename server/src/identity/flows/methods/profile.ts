import { canonicalEmail, findPersonIdByEmail } from '../../people.ts';
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
    async submit({ account }, sent) {
      const traits = sentTraits(sent);
      const fields = traitProblems(traits);
      if (fields) return { outcome: 'refused', fields };
      const email = canonicalEmail(traits.email);
      return {
        outcome: 'saving',
        async change(transaction): Promise<Refused | undefined> {
          const owner = await findPersonIdByEmail(transaction, email);
          if (owner !== undefined && owner !== account.personId) return taken;
          await transaction.query('update identity.people set email = $2 where id = $1', [account.personId, email]);
          await transaction.query(
            `update identity.identities set first_name = $2, last_name = $3,
               email_verified_at = case when $4 then email_verified_at end where id = $1`,
            [account.personId, traits.name.first, traits.name.last, email === canonicalEmail(account.email)],
          );
          return undefined;
        },
      };
    },
  },
};

const taken: Refused = {
  outcome: 'refused',
  fields: { 'traits.email': failure(4000007, 'This email belongs to another account') },
};
