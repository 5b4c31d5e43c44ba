import type { Role } from '@watchroom/contract/identity';
import type { OwnerTransaction } from '../canaries/apply.ts';
import { applyCanaryWrite } from '../canaries/write-hook.ts';
import { storableJson } from '../../platform/text/storable.ts';
import type { Database } from '../../platform/database/database.ts';
import type { CatalogueError } from '../../platform/http/errors.ts';

/** A canary as the data API shows it. */
export type Row = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly name: string;
  readonly namespace: string;
  readonly source: string | null;
  readonly agent_id: string;
  readonly is_pushed: boolean;
  readonly created_by: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly schedule_error: string | null;
  readonly warnings: readonly string[];
  readonly spec: { readonly http: readonly object[] };
};

export type Write = (
  statement: string,
  values?: readonly unknown[],
  role?: Role,
  onStatement?: () => void,
) => Promise<Row[]>;

/**
 * What the data API does: the statement as the caller, the hook as the owner, the answer as the caller again.
 * `onStatement` is told of each statement of the hook.
 */
export function canaryWrites(database: Database, person: string | null): Write {
  return (statement, values = [], role = 'editor', onStatement = () => undefined) =>
    database.transaction(async (transaction) => {
      const become = (name: string) => transaction.query(`select set_config('role', $1, true)`, [name]);
      await become(`watchroom_${role}`);
      const after = await transaction.query<Row>(statement, values);
      await become('none');
      const told: OwnerTransaction = {
        query: (text, sent) => {
          onStatement();
          return transaction.query(text, sent);
        },
      };
      await applyCanaryWrite(told, { after: after.rows }, Date.now());
      await become(`watchroom_${role}`);
      const answer = await transaction.query<Row>('select * from api.canaries where id = any($1) order by name', [
        after.rows.map(({ id }) => id),
      ]);
      return answer.rows;
    }, person);
}

/** Makes a canary as a form does. */
export async function makeCanary(write: Write, name: string, spec: object): Promise<Row> {
  const [made] = await write('insert into api.canaries (name, spec) values ($1, $2) returning *', [
    name,
    storableJson(spec),
  ]);
  if (!made) throw new Error('nothing was written');
  return made;
}

/** The error with which the work is refused. */
export async function refusal(work: Promise<unknown>): Promise<Pick<CatalogueError, 'code' | 'message' | 'fields'>> {
  return work.then(
    () => Promise.reject(new Error('it was not refused')),
    (error: CatalogueError) => error,
  );
}
