import { UI_TEXT, type UiNode, type UiText } from '@watchroom/contract/identity';
import { storableAddress } from '../../address.ts';
import { beginAttempt } from '../../attempts.ts';
import { recordEvent } from '../../audit/audit.ts';
import { type CodePurpose, makeCode, useCode, useToken } from '../../codes.ts';
import { findIdentity, findIdentityByEmail } from '../../identities.ts';
import { isMailAddress } from '../../mail/mail-address.ts';
import { queueMail } from '../../mail/outbox.ts';
import { recoveryMail, verificationMail } from '../../mail/texts.ts';
import { canonicalEmail } from '../../people.ts';
import { linkOf } from '../flow-link.ts';
import type { Asked, FlowMethod, Proved, Refused, Sent, Step } from '../method.ts';
import { failure, info, input, required, submit } from '../nodes.ts';

/** What differs between coming in again and showing that an address is one's own. */
interface Purpose {
  readonly name: CodePurpose;
  readonly mail: typeof recoveryMail;
  readonly sent: number;
  readonly linkOver: number;
  readonly codeWrong: number;
  /** In `authentication_methods`. */
  readonly provedBy: { readonly code: string; readonly link: string };
}

const RECOVERY: Purpose = {
  name: 'recovery',
  mail: recoveryMail,
  sent: UI_TEXT.recoveryCodeSent,
  linkOver: 4060004,
  codeWrong: 4060006,
  provedBy: { code: 'code_recovery', link: 'link_recovery' },
};

const VERIFICATION: Purpose = {
  name: 'verification',
  mail: verificationMail,
  sent: UI_TEXT.verificationCodeSent,
  linkOver: 4070001,
  codeWrong: 4070006,
  provedBy: { code: 'code', link: 'link' },
};

const MOST_ECHOED = 254;

/** A code by mail, for typing, and a link with the same right. Nothing it answers tells whether an address has an account. */
export const codeMethod = {
  name: 'code',
  group: 'code',
  fields: ['code', 'email', 'token'],
  recovery: partFor(RECOVERY),
  verification: partFor(VERIFICATION),
} satisfies FlowMethod;

function partFor(purpose: Purpose) {
  return {
    nodes: async (step: Step) => nodesOf(step),
    async submit(step: Step, sent: Sent): Promise<Proved | Refused | Asked> {
      const [token, code, email] = [textOf(sent['token']), textOf(sent['code']), textOf(sent['email'])];
      if (token !== '') return openLink(purpose, step, token);
      const asked = addressIn(step);
      // Who presses the button for another code may have typed one before.
      const isResend = email !== '' && sent['method'] !== 'code';
      if (code !== '' && asked !== undefined && !isResend)
        return compareCode(purpose, step, asked, code.replace(/\s/g, ''));
      if (email !== '') return sendCode(purpose, step, canonicalEmail(email), email);
      return {
        outcome: 'refused',
        fields: asked === undefined ? { email: required('email') } : { code: required('code') },
      };
    },
  };
}

function nodesOf(step: Step): UiNode[] {
  const { flow, account } = step;
  const token = linkOf(step);
  // Only where a person presses: what looks through mails opens every link.
  if (token !== undefined)
    return [
      input('code', { name: 'token', type: 'hidden', value: token }),
      submit('code', 'method', 'code', info(1070009, 'Continue')),
    ];
  const address = addressIn({ flow });
  if (flow.state === 'sent_email' && address !== undefined)
    return [
      input(
        'code',
        { name: 'code', type: 'text', required: true, autocomplete: 'one-time-code', pattern: '\\s*(\\d\\s*){6}' },
        info(1070010, 'Code'),
      ),
      submit('code', 'method', 'code', info(1070009, 'Continue')),
      submit('code', 'email', address, info(1070008, 'Send another code')),
    ];
  return [
    input(
      'code',
      {
        name: 'email',
        type: 'email',
        required: true,
        autocomplete: 'email',
        maxlength: MOST_ECHOED,
        ...(account ? { value: account.email } : {}),
      },
      info(1070007, 'Email'),
    ),
    submit('code', 'method', 'code', info(1070009, 'Continue')),
  ];
}

async function sendCode(purpose: Purpose, step: Step, email: string, typed: string): Promise<Refused | Asked> {
  const { context, flow, ip } = step;
  if (!isMailAddress(email))
    return {
      outcome: 'refused',
      fields: { email: failure(4000001, 'Entered value does not match email format') },
      ...(flow.state === 'choose_method' ? { values: { email: typed.slice(0, MOST_ECHOED) } } : {}),
    };
  // Never settled: what is counted is the mail, and not whether anything came of it.
  await beginAttempt(context, `${purpose.name} mail ${email}`, ip);
  await context.database.transaction(async (transaction) => {
    const found = await findIdentityByEmail(transaction, email);
    const account = found?.state === 'active' ? found : undefined;
    const secret = await makeCode(transaction, context, {
      purpose: purpose.name,
      flowId: flow.id,
      email,
      personId: account?.personId,
    });
    if (secret && account) await queueMail(transaction, purpose.mail(email, context.linkBase(), secret));
  });
  return {
    outcome: 'asked',
    state: 'sent_email',
    internal: { code: { email } },
    messages: [info(purpose.sent, sentText(context.sendsMail))],
  };
}

function sentText(isSent: boolean): string {
  const next = 'Enter the code from it, or open its link. Both work for 15 minutes.';
  return isSent
    ? `If this address has an account, a mail is on its way to it. ${next}`
    : `If this address has an account, a mail to it waits with an administrator, since this server sends none by itself. ${next}`;
}

async function compareCode(purpose: Purpose, step: Step, email: string, code: string): Promise<Proved | Refused> {
  const { context, flow, ip } = step;
  const attempt = await beginAttempt(context, `${purpose.name} code ${email}`, ip);
  const check = await useCode(context.database, context, { purpose: purpose.name, flowId: flow.id, code });
  if (check.result === 'right') {
    await attempt.succeeded();
    const { personId } = check;
    const proved = personId && (await proof(step, { ...check, personId }, purpose.provedBy.code));
    if (proved) return proved;
  } else {
    await recordFailure(purpose, step, check.personId);
  }
  return check.result === 'wrong'
    ? refused(failure(purpose.codeWrong, 'The code is wrong. Enter the six digits from the newest mail.'))
    : refused(failure(purpose.codeWrong, 'This code is no longer valid. Request a new one.'));
}

async function openLink(purpose: Purpose, step: Step, token: string): Promise<Proved | Refused> {
  const { database, clock } = step.context;
  const used = await useToken(database, clock, { purpose: purpose.name, token });
  const proved = used && (await proof(step, used, purpose.provedBy.link));
  if (proved) return proved;
  if (used) await recordFailure(purpose, step, used.personId);
  const over = failure(purpose.linkOver, 'This link is no longer valid. Enter your email to get a new one.');
  return { ...refused(over), internal: { link: null } };
}

/** The address must still be the person's: the mail went to whoever had it then. */
async function proof(
  { context }: Step,
  { personId, email }: { readonly personId: string; readonly email: string },
  method: string,
): Promise<Proved | undefined> {
  const account = await findIdentity(context.database, personId);
  if (!account || canonicalEmail(account.email) !== email || account.state !== 'active') return undefined;
  return {
    outcome: 'proved',
    personId,
    method,
    level: 'aal1',
    async stillHolds(transaction) {
      const now = await findIdentity(transaction, personId);
      return now !== undefined && canonicalEmail(now.email) === email;
    },
  };
}

async function recordFailure({ name }: Purpose, { context, ip }: Step, personId: string | undefined): Promise<void> {
  await recordEvent(context.database, {
    action: 'sign_in_failed',
    personId: personId ?? null,
    ip: storableAddress(ip),
    details: { method: 'code', flow: name },
  });
}

const refused = (message: UiText): Refused => ({ outcome: 'refused', messages: [message] });

/** The address that the flow has sent a code to. */
function addressIn({ flow }: Pick<Step, 'flow'>): string | undefined {
  const kept = flow.internal['code'];
  return typeof kept === 'object' && kept !== null && 'email' in kept && typeof kept.email === 'string'
    ? kept.email
    : undefined;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
