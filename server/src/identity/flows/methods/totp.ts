import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import type { Queryable } from '../../../platform/database/database.ts';
import { queueMail } from '../../mail/outbox.ts';
import { factorRemovedMail, methodAddedMail } from '../../mail/texts.ts';
import type { FlowMethod, LoginPart, Refused, SettingsPart, SettingsStep, Step } from '../method.ts';
import { failure, image, info, input, required, submit, textNode } from '../nodes.ts';
import { flowBytes, nextRound } from './support/flow-bytes.ts';
import { dropStrandedBackupCodes, lockSecondFactors } from './support/second-factors.ts';
import { askedForSecondStep, trySecondFactor } from './support/second-step.ts';
import { isPressed, sentText } from './support/sent.ts';

const METHOD = 'totp';
const GROUP = 'totp';
/** Of a new secret, in bytes: as long as the hash, as RFC 4226, 4 asks for. */
const SECRET_LENGTH = 20;
/** One step of 30 s before and after now: clocks of phones are not exact. */
const WINDOW = 1;
const QR_SIZE = 256;
/** In modules: what readers of QR codes need around one (ISO/IEC 18004). */
const QUIET_ZONE = 4;

const wrongCode: Refused = {
  outcome: 'refused',
  fields: { totp_code: failure(4000008, 'This code is wrong or was used already. Wait for the next one in your app.') },
};
const noCode: Refused = { outcome: 'refused', fields: { totp_code: required('totp_code') } };
const noApp: Refused = {
  outcome: 'refused',
  messages: [failure(4000011, 'No authenticator app is set up for this account.')],
};

const login: LoginPart = {
  async nodes(step) {
    const personId = askedForSecondStep(step);
    if (personId === undefined || !(await findTotp(step.context.database, personId))) return [];
    return [
      codeField(info(1010006, 'Authentication code')),
      submit(GROUP, 'method', METHOD, info(1010009, 'Use authenticator')),
    ];
  },

  async submit(step, sent) {
    const personId = askedForSecondStep(step);
    const stored = personId === undefined ? undefined : await findTotp(step.context.database, personId);
    if (personId === undefined || !stored) return noApp;
    const code = sentText(sent, 'totp_code');
    if (code.trim() === '') return noCode;
    return trySecondFactor(step, {
      personId,
      method: METHOD,
      refusal: wrongCode,
      async judge() {
        const secret = Secret.fromBase32(step.context.secretBox.open(stored, purpose(personId)));
        const taken = stepOf(secret, code, step.context.clock.now());
        if (taken === undefined) return 'wrong code';
        if (!(await takeStep(step.context.database, personId, taken))) return 'code used before';
        return async (transaction) => (await findTotp(transaction, personId)) === stored;
      },
    });
  },
};

const settings: SettingsPart = {
  async nodes(step) {
    const { personId } = step.account;
    if (await findTotp(step.context.database, personId))
      return [submit(GROUP, 'totp_unlink', 'true', info(1050004, 'Unlink authenticator app'))];
    const secret = freshSecret(step);
    return [
      image(GROUP, 'totp_qr', qrCode(step, secret), QR_SIZE, info(1050005, 'Scan this with your authenticator app')),
      textNode(
        GROUP,
        'totp_secret_key',
        info(1050006, secret.base32, { secret: secret.base32 }),
        info(1050017, 'Or type this key into it'),
      ),
      codeField(info(1070006, 'Code that the app shows')),
      submit(GROUP, 'method', METHOD, info(1070003, 'Save')),
    ];
  },

  async submit(step, sent) {
    return isPressed(sent, 'totp_unlink') ? unlink(step) : confirm(step, sentText(sent, 'totp_code'));
  },
};

/** Codes of an authenticator app: RFC 6238 with SHA-1, six digits and 30 s, which every app knows. */
export const totpMethod: FlowMethod = {
  name: METHOD,
  group: GROUP,
  fields: ['totp_code', 'totp_unlink'],
  login,
  settings,
};

function confirm(step: SettingsStep, code: string): Awaited<ReturnType<SettingsPart['submit']>> {
  if (code.trim() === '') return noCode;
  const { context, account } = step;
  const secret = freshSecret(step);
  const taken = stepOf(secret, code, context.clock.now());
  if (taken === undefined) return wrongCode;
  const sealed = context.secretBox.seal(secret.base32, purpose(account.personId));
  return {
    outcome: 'saving',
    proves: { method: METHOD, level: 'aal2' },
    internal: nextRound(step, METHOD),
    async change(transaction) {
      // The code that confirms counts as taken: who looked over a shoulder cannot sign in with it.
      const added = await transaction.query(
        `insert into identity.credentials (person_id, type, secret, last_step) values ($1, 'totp', $2, $3)
         on conflict (person_id, type) do nothing`,
        [account.personId, sealed, taken],
      );
      if (added.rowCount !== 1) return secondApp(step);
      await queueMail(transaction, methodAddedMail(account.email, context.linkBase(), METHOD));
      return undefined;
    },
  };
}

function secondApp(step: Step): Refused {
  return {
    outcome: 'refused',
    messages: [failure(4000001, 'An authenticator app is set up already. Unlink it before you add another.')],
    internal: nextRound(step, METHOD),
  };
}

function unlink(step: SettingsStep): Awaited<ReturnType<SettingsPart['submit']>> {
  const { personId, email } = step.account;
  return {
    outcome: 'saving',
    // The phone may be in other hands, and so may a session that was begun with it.
    endsOtherSessions: true,
    internal: nextRound(step, METHOD),
    async change(transaction) {
      await lockSecondFactors(transaction, personId);
      const removed = await transaction.query(
        `delete from identity.credentials where person_id = $1 and type = 'totp'`,
        [personId],
      );
      if (removed.rowCount === 0) return noApp;
      await dropStrandedBackupCodes(transaction, personId);
      await queueMail(transaction, factorRemovedMail(email, step.context.linkBase(), METHOD));
      return undefined;
    },
  };
}

/** @returns the sealed secret. */
async function findTotp(database: Queryable, personId: string): Promise<string | undefined> {
  const found = await database.query<{ secret: string }>(
    `select secret from identity.credentials where person_id = $1 and type = 'totp'`,
    [personId],
  );
  return found.rows[0]?.secret;
}

/** Takes the code of a time step: a code works once, and of two uses at the same instant one wins. */
async function takeStep(database: Queryable, personId: string, step: number): Promise<boolean> {
  const taken = await database.query(
    `update identity.credentials set last_step = $2
     where person_id = $1 and type = 'totp' and (last_step is null or last_step < $2)`,
    [personId, step],
  );
  return taken.rowCount === 1;
}

/** The time step to which a code belongs, compared in constant time; undefined when it belongs to none near `now`. */
function stepOf(secret: Secret, code: string, now: number): number | undefined {
  const token = code.replaceAll(/[\s-]/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const delta = TOTP.validate({ secret, token, timestamp: now, window: WINDOW });
  return delta === null ? undefined : TOTP.counter({ timestamp: now }) + delta;
}

function freshSecret(step: Step): Secret {
  return new Secret({ buffer: flowBytes(step, METHOD, SECRET_LENGTH).buffer });
}

function qrCode({ account }: SettingsStep, secret: Secret): string {
  const address = new TOTP({ issuer: 'Watchroom', label: account.email, secret }).toString();
  const svg = renderSVG(address, { border: QUIET_ZONE });
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}

function codeField(label: ReturnType<typeof info>) {
  return input(
    GROUP,
    { name: 'totp_code', type: 'text', value: '', required: true, autocomplete: 'one-time-code' },
    label,
  );
}

function purpose(personId: string): string {
  return `totp ${personId}`;
}
