import { UI_TEXT, type UiNode, type UiText } from '@watchroom/contract/identity';
import { storableAddress } from '../../address.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { queueMail } from '../../mail/outbox.ts';
import { factorRemovedMail, methodAddedMail } from '../../mail/texts.ts';
import type { FlowMethod, LoginPart, Refused, SettingsPart, SettingsStep, Step } from '../method.ts';
import { failure, info, input, required, submit, textNode } from '../nodes.ts';
import { hashOfBackupCode, makeBackupCodes } from './support/backup-code.ts';
import { hasSecondFactor, lockSecondFactors } from './support/second-factors.ts';
import { askedForSecondStep, trySecondFactor } from './support/second-step.ts';
import { isPressed, sentText } from './support/sent.ts';

const METHOD = 'lookup_secret';
const GROUP = 'lookup_secret';

/** What waits in the flow: new codes, sealed, until they were written down; or that the person asked what is left. */
interface Kept {
  readonly pending?: string;
  readonly revealed?: true;
}

const refusedCode: Refused = {
  outcome: 'refused',
  fields: { lookup_secret: failure(4000016, 'This backup code is wrong or was used already.') },
};
const notOffered: Refused = {
  outcome: 'refused',
  messages: [failure(4000014, 'Set up a second factor first. Backup codes replace it.')],
};

const login: LoginPart = {
  async nodes(step) {
    const personId = askedForSecondStep(step);
    if (personId === undefined || (await listCodes(step.context.database, personId)).every(({ usedAt }) => usedAt))
      return [];
    return [
      input(
        GROUP,
        { name: 'lookup_secret', type: 'text', value: '', required: true, autocomplete: 'off' },
        info(1010007, 'Backup code'),
      ),
      submit(GROUP, 'method', METHOD, info(1010010, 'Use backup code')),
    ];
  },

  async submit(step, sent) {
    const personId = askedForSecondStep(step);
    if (personId === undefined) return notOffered;
    const code = sentText(sent, 'lookup_secret');
    if (code.trim() === '') return { outcome: 'refused', fields: { lookup_secret: required('lookup_secret') } };
    return trySecondFactor(step, {
      personId,
      method: METHOD,
      refusal: refusedCode,
      async judge() {
        if (!(await useCode(step, personId, code))) return 'wrong or used code';
        // It is used up, and nothing can take that back; what it stands in for must be there.
        return (transaction) => hasSecondFactor(transaction, personId);
      },
    });
  },
};

const settings: SettingsPart = {
  async nodes(step) {
    const { database } = step.context;
    const { personId } = step.account;
    if (!(await hasSecondFactor(database, personId))) return [];
    const { pending, revealed } = keptIn(step);
    if (pending !== undefined)
      return [
        codesNode(openCodes(step, pending)),
        button('lookup_secret_confirm', 1050011, 'I have written them down'),
      ];
    const codes = await listCodes(database, personId);
    const regenerate = button('lookup_secret_regenerate', 1050008, 'Generate new backup codes');
    if (codes.length === 0) return [regenerate];
    return [
      revealed ? leftNode(codes) : button('lookup_secret_reveal', 1050007, 'See which are left'),
      regenerate,
      button('lookup_secret_disable', 1050016, 'Remove backup codes'),
    ];
  },

  async submit(step, sent) {
    if (isPressed(sent, 'lookup_secret_disable')) return disable(step);
    if (!(await hasSecondFactor(step.context.database, step.account.personId))) return notOffered;
    if (isPressed(sent, 'lookup_secret_confirm')) return confirm(step);
    if (isPressed(sent, 'lookup_secret_regenerate'))
      return { outcome: 'asked', internal: keep({ pending: sealCodes(step, makeBackupCodes()) }) };
    return { outcome: 'asked', internal: keep({ revealed: true }) };
  },
};

/** Codes on paper that stand in for a second factor that is not at hand; each works once. */
export const backupCodesMethod: FlowMethod = {
  name: METHOD,
  group: GROUP,
  fields: [
    'lookup_secret',
    'lookup_secret_reveal',
    'lookup_secret_regenerate',
    'lookup_secret_confirm',
    'lookup_secret_disable',
  ],
  login,
  settings,
};

function confirm(step: SettingsStep): Awaited<ReturnType<SettingsPart['submit']>> {
  const { personId, email } = step.account;
  const { pending } = keptIn(step);
  if (pending === undefined)
    return { outcome: 'refused', messages: [failure(4000001, 'Generate new backup codes first.')] };
  const hashes = openCodes(step, pending).map(hashOfBackupCode);
  return {
    outcome: 'saving',
    internal: keep({}),
    async change(transaction) {
      await lockSecondFactors(transaction, personId);
      if (!(await hasSecondFactor(transaction, personId))) return notOffered;
      await transaction.query('delete from identity.backup_codes where person_id = $1', [personId]);
      await transaction.query(
        'insert into identity.backup_codes (person_id, code_hash) select $1, unnest($2::bytea[])',
        [personId, hashes],
      );
      await queueMail(transaction, methodAddedMail(email, step.context.linkBase(), METHOD));
      return undefined;
    },
  };
}

function disable(step: SettingsStep): Awaited<ReturnType<SettingsPart['submit']>> {
  const { personId, email } = step.account;
  return {
    outcome: 'saving',
    // The paper may be in other hands, and so may a session that was begun with it.
    endsOtherSessions: true,
    internal: keep({}),
    async change(transaction) {
      const removed = await transaction.query('delete from identity.backup_codes where person_id = $1', [personId]);
      if (removed.rowCount === 0) return undefined;
      await queueMail(transaction, factorRemovedMail(email, step.context.linkBase(), METHOD));
      return undefined;
    },
  };
}

/** Uses a code up: of two uses at the same instant one wins. */
async function useCode({ context, ip }: Step, personId: string, code: string): Promise<boolean> {
  const hash = hashOfBackupCode(code);
  if (!hash) return false;
  const used = await context.database.transaction(
    (transaction) =>
      transaction.query(
        'update identity.backup_codes set used_at = $3 where person_id = $1 and code_hash = $2 and used_at is null',
        [personId, hash, new Date(context.clock.now())],
      ),
    { personId, ip: storableAddress(ip) },
  );
  return used.rowCount === 1;
}

interface StoredCode {
  readonly usedAt: Date | null;
}

async function listCodes(database: Queryable, personId: string): Promise<readonly StoredCode[]> {
  const found = await database.query<{ usedAt: Date | null }>(
    'select used_at as "usedAt" from identity.backup_codes where person_id = $1 order by used_at',
    [personId],
  );
  return found.rows;
}

function codesNode(codes: readonly string[]): UiNode {
  const secrets = codes.map((secret): UiText => info(1050009, secret, { secret }));
  return textNode(
    GROUP,
    'lookup_secret_codes',
    info(UI_TEXT.backupCodeList, codes.join(', '), { secrets }),
    info(1050010, 'Keep these codes in a safe place. Each works once, and they are not shown again.'),
  );
}

/** Only hashes are kept, so that nobody reads the codes out of a database or an open page: what is left can be counted, not shown. */
function leftNode(codes: readonly StoredCode[]): UiNode {
  const used = codes.flatMap(({ usedAt }) => (usedAt ? [usedAt.toISOString()] : []));
  const left = codes.length - used.length;
  const when = used.map((time) => `${time.slice(0, 16).replace('T', ' ')} UTC`).join(', ');
  return textNode(
    GROUP,
    'lookup_secret_codes',
    info(
      LEFT,
      `${left} of ${codes.length} backup codes are left. ${when === '' ? 'None was used.' : `Used: ${when}.`}`,
      { left, used },
    ),
    info(1050010, 'Stored codes cannot be shown again. If you lost them, generate new ones.'),
  );
}

/** Ours: the protocol has no number for it, since its codes can be read again. */
const LEFT = 1050101;

function button(name: string, id: number, text: string): UiNode {
  return submit(GROUP, name, 'true', info(id, text));
}

function keep(kept: Kept): Readonly<Record<string, unknown>> {
  return { [METHOD]: kept };
}

function keptIn({ flow }: Step): Kept {
  const kept = flow.internal[METHOD];
  if (typeof kept !== 'object' || kept === null) return {};
  return {
    ...('pending' in kept && typeof kept.pending === 'string' ? { pending: kept.pending } : {}),
    ...('revealed' in kept ? { revealed: true } : {}),
  };
}

function sealCodes({ context, flow }: Step, codes: readonly string[]): string {
  return context.secretBox.seal(codes.join(' '), purpose(flow.id));
}

function openCodes({ context, flow }: Step, sealed: string): string[] {
  return context.secretBox.open(sealed, purpose(flow.id)).split(' ');
}

function purpose(flowId: string): string {
  return `${METHOD} ${flowId}`;
}
