import { teamSpecSchema } from '@watchroom/contract/identity';
import type { WriteHook } from '@watchroom/data-api';
import { z } from 'zod';
import { checkInput } from '../../platform/http/route.ts';
import { type Entry, isEntry } from '../../platform/kinds/validate.ts';
import { refuseOwned } from '../../platform/ownership/ownership.ts';
import { hideSpecSecrets, restoreSpecSecrets } from '../../platform/secrets/spec-secrets.ts';
import { storableJson } from '../../platform/text/storable.ts';

// Ours is a part of the JSON Schema that zod knows, in types that are wider.
const team = z.looseObject({ spec: z.fromJSONSchema(teamSpecSchema as Parameters<typeof z.fromJSONSchema>[0]) });

interface TeamRow {
  readonly id: string;
  readonly source: string | null;
  /** As stored; empty for a row that is new. */
  readonly spec: Entry;
  /** As the caller wrote it; null where he wrote none. */
  readonly shown_spec: unknown;
}

/**
 * Completes a write of the data API to `teams`, in its transaction and as the owner: the spec is judged, and secrets that the
 * caller left hidden come from the stored one.
 * @throws CatalogueError invalid_input with fields, source_owned.
 */
export const applyTeamWrite: WriteHook = async (transaction, { after }) => {
  const found = await transaction.query<TeamRow>(
    'select id, source, spec, shown_spec from identity.teams where id = any($1::uuid[])',
    [after.map(({ id }) => String(id))],
  );
  for (const row of found.rows) {
    refuseOwned(row.source);
    const sent = row.shown_spec ?? {};
    checkInput(team, { spec: sent }, 'team');
    const spec = isEntry(sent) ? restoreSpecSecrets(sent, row.spec) : {};
    await transaction.query('update identity.teams set spec = $2, shown_spec = $3 where id = $1', [
      row.id,
      storableJson(spec),
      storableJson(hideSpecSecrets(spec)),
    ]);
  }
};
