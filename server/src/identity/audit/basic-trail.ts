import type { Queryable } from '../../platform/database/database.ts';
import { networkOf } from '../address.ts';
import type { AttemptLimits } from '../attempts.ts';
import type { Claim } from '../credentials.ts';
import { findPersonIdByEmail } from '../people.ts';
import { recordEvent } from './audit.ts';

/** What became of a right password. */
export type BasicOutcome = 'signed_in' | 'second_factor' | 'inactive';

/** What the audit log tells of sign-ins over HTTP Basic. */
export interface BasicTrail {
  /** Once per person, network, outcome and hour of all replicas, however many requests come. */
  proved(personId: string, ip: string, outcome: BasicOutcome): Promise<void>;
  /** Each time: call it only for what the limits of attempts let through. */
  failed(claim: Claim): Promise<void>;
}

const HOUR = 3_600_000;
const MOST_KNOWN = 10_000;

export function openBasicTrail({ database, clock }: Pick<AttemptLimits, 'database' | 'clock'>): BasicTrail {
  // What this process knows to be told already: a script that calls many times a second costs one write an hour.
  const told = new Map<string, Promise<void>>();
  return {
    async proved(personId, ip, outcome) {
      const network = networkOf(ip);
      const hour = new Date(Math.floor(clock.now() / HOUR) * HOUR);
      const key = JSON.stringify([personId, network, outcome, hour.getTime()]);
      const known = told.get(key);
      if (known) return known;
      if (told.size >= MOST_KNOWN) told.clear();
      const telling = database.transaction(async (transaction) => {
        const first = await transaction.query(
          `insert into identity.basic_sign_ins (person_id, network, hour, outcome)
           values ($1, $2, $3, $4) on conflict do nothing`,
          [personId, network, hour, outcome],
        );
        if (first.rowCount === 0) return;
        const isIn = outcome === 'signed_in';
        await recordEvent(transaction, {
          action: isIn ? 'sign_in' : 'sign_in_failed',
          personId,
          ip,
          details: isIn ? { methods: ['basic'], level: 'aal1' } : { method: 'basic', reason: outcome },
        });
      });
      told.set(key, telling);
      telling.catch(() => told.delete(key));
      return telling;
    },
    async failed({ email, ip }) {
      const personId = (await findPersonIdByEmail(database, email)) ?? null;
      await recordEvent(database, { action: 'sign_in_failed', personId, ip, details: { method: 'basic' } });
    },
  };
}

/** Removes what no hour asks for any more. */
export async function deleteOldBasicSignIns(database: Queryable): Promise<void> {
  await database.query(`delete from identity.basic_sign_ins where hour < now() - interval '1 day'`);
}
