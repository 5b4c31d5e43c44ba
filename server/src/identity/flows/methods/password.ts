import { FEWEST_PASSWORD_CHARACTERS, UI_TEXT, type UiText } from '@watchroom/contract/identity';
import { storableAddress } from '../../address.ts';
import { beginAttempt } from '../../attempts.ts';
import { recordEvent } from '../../audit/audit.ts';
import type { AccountsContext } from '../../context.ts';
import { hasPassword, storePassword, verifyClaim } from '../../credentials.ts';
import { hashPassword, passwordProblem } from '../../passwords.ts';
import type { FlowMethod, Refused } from '../method.ts';
import { failure, info, input, required, submit } from '../nodes.ts';
import { sentTraits, traitProblems } from '../traits.ts';
import { canonicalEmail, findPersonIdByEmail } from '../../people.ts';
import { passwordChangedMail } from '../../mail/texts.ts';
import { queueMail } from '../../mail/outbox.ts';

const passwordNode = (autocomplete: 'current-password' | 'new-password', label = 'Password') =>
  input(
    'password',
    {
      name: 'password',
      type: 'password',
      required: true,
      autocomplete,
      ...(autocomplete === 'new-password' && { minlength: FEWEST_PASSWORD_CHARACTERS }),
    },
    info(1070001, label),
  );

const button = (id: number, label: string) => submit('password', 'method', 'password', info(id, label));

/** What somebody knows: hashed with argon2id, compared within the limits. */
export const passwordMethod: FlowMethod = {
  name: 'password',
  group: 'password',
  fields: ['password'],
  login: {
    nodes: async ({ flow }) =>
      flow.requestedLevel === 'aal2' ? [] : [passwordNode('current-password'), button(1010022, 'Sign in')],
    async submit(step, sent) {
      const { context, ip } = step;
      const identifier = textOf(sent['identifier']);
      const password = textOf(sent['password'], false);
      const fields = missing({ identifier, password });
      if (fields) return { outcome: 'refused', fields, values: { identifier: identifier.slice(0, MOST_ECHOED) } };
      const account = await verifyClaim(context, { email: identifier, password, ip });
      if (account) {
        const { personId, secret } = account;
        return {
          outcome: 'proved',
          personId,
          method: 'password',
          level: 'aal1',
          stillHolds: (transaction) => hasPassword(transaction, personId, secret),
        };
      }
      await recordEvent(context.database, {
        action: 'sign_in_failed',
        personId: (await findPersonIdByEmail(context.database, identifier)) ?? null,
        ip: storableAddress(ip),
        details: { method: 'password' },
      });
      return {
        outcome: 'refused',
        messages: [failure(UI_TEXT.credentialsInvalid, 'The email or the password is wrong.')],
        values: { identifier: identifier.slice(0, MOST_ECHOED) },
      };
    },
  },
  registration: {
    nodes: async () => [passwordNode('new-password'), button(1040001, 'Sign up')],
    async submit({ context, ip }, sent) {
      const traits = sentTraits(sent);
      const password = textOf(sent['password'], false);
      const problem = await problemOf(context, password, traits.email);
      const fields = { ...traitProblems(traits), ...(problem ? { password: problem } : {}) };
      const { email, name } = traits;
      if (Object.keys(fields).length > 0)
        return {
          outcome: 'refused',
          fields,
          values: Object.fromEntries(
            Object.entries({
              'traits.email': email,
              'traits.name.first': name.first,
              'traits.name.last': name.last,
            }).map(([field, value]) => [field, value.slice(0, MOST_ECHOED)]),
          ),
        };
      // Never settled: what is counted is the work and the mail, and not whether anything came of it.
      await beginAttempt(context, `registration ${canonicalEmail(email)}`, ip);
      return {
        outcome: 'registering',
        traits,
        isVerified: false,
        method: 'password',
        level: 'aal1',
        credential: await hashPassword(password),
      };
    },
    store: storePassword,
  },
  settings: {
    nodes: async () => [passwordNode('new-password', 'New password'), button(1070003, 'Save')],
    async submit({ context, account }, sent) {
      const password = textOf(sent['password'], false);
      const problem = await problemOf(context, password, account.email);
      if (problem) return { outcome: 'refused', fields: { password: problem } };
      const secret = await hashPassword(password);
      return {
        outcome: 'saving',
        endsOtherSessions: true,
        async change(transaction): Promise<Refused | undefined> {
          await storePassword(transaction, account.personId, secret);
          await queueMail(transaction, passwordChangedMail(account.email, context.linkBase()));
          return undefined;
        },
      };
    },
  },
};

/** What was typed comes back in the form; a megabyte need not. */
const MOST_ECHOED = 320;

function textOf(value: unknown, trimmed = true): string {
  if (typeof value !== 'string') return '';
  return trimmed ? value.trim() : value;
}

function missing(given: Readonly<Record<string, string>>): Readonly<Record<string, UiText>> | undefined {
  const empty = Object.entries(given).filter(([, value]) => value === '');
  return empty.length === 0 ? undefined : Object.fromEntries(empty.map(([name]) => [name, required(name)]));
}

async function problemOf(context: AccountsContext, password: string, email: string): Promise<UiText | undefined> {
  if (password === '') return required('password');
  const problem = passwordProblem(password);
  if (problem !== undefined) return failure(4000032, problem);
  if (email !== '' && password.toLowerCase().includes(email.toLowerCase()))
    return failure(4000031, 'Use a password that does not contain your email');
  return (await context.isBreached(password))
    ? failure(4000034, 'This password is in a list of known passwords. Use another')
    : undefined;
}
