// Generated from the files of this folder by `npm run generate`; do not edit.
import { kind as dns } from './dns.ts';
import { kind as http } from './http.ts';
import { kind as icmp } from './icmp.ts';
import { kind as tcp } from './tcp.ts';

export type HealthKindName = 'dns' | 'http' | 'icmp' | 'tcp';

/** Every kind of the room under its id. */
export const kinds = { dns, http, icmp, tcp } as const satisfies Record<HealthKindName, unknown>;
