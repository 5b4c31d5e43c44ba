import { z } from 'zod';

const flag = z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1');
const text = z.string().max(2_000);

/** `GET /api/v1/health/checks`. */
export const listChecksQuery = z.object({
  /** Searched in name, description and endpoint. */
  query: text.exactOptional(),
  /** `true` leaves the healthy ones out. */
  hidePassing: flag.exactOptional(),
  /** JSON of label key or `key=value` → 1 include, -1 exclude. */
  labels: z.string().max(20_000).exactOptional(),
  /** `namespace` (default), `agent` or a label key. */
  tabBy: text.exactOptional(),
  /** A value of `tabBy`; absent is all. */
  tab: text.exactOptional(),
  /** `none`, `canary_name` (default), `name` (the prefix before a slash), `description`, `type` or a label key. */
  groupBy: text.exactOptional(),
  sortBy: z.enum(['name', 'status', 'uptime', 'latency', 'transition']).exactOptional(),
  sortDesc: flag.exactOptional(),
  limit: z.coerce.number().int().min(1).max(1_000).exactOptional(),
  offset: z.coerce.number().int().min(0).max(10_000_000).exactOptional(),
});
/** As the console passes it and the server gets it; in the address everything is text. */
export type ListChecksQuery = Readonly<z.output<typeof listChecksQuery>>;

const moment = z.string().max(100).exactOptional();

/**
 * `GET /api/canary/api/graph`. Each moment is a duration back from now such as `1h`, date math or an ISO time; `since` and
 * `until` are other names of `start` and `end`.
 */
export const graphQuery = z.object({ check: z.uuid(), start: moment, since: moment, end: moment, until: moment });
export type GraphQuery = Readonly<z.output<typeof graphQuery>>;

/** Body of `POST /api/v1/health/test`: runs one entry of a kind once, saves nothing. */
export const testCheckInput = z.strictObject({ kind: z.string(), spec: z.record(z.string(), z.unknown()) });
export type TestCheckInput = Readonly<z.output<typeof testCheckInput>>;
