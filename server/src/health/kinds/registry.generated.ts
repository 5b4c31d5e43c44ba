// Generated from the files of this folder by `npm run generate`; do not edit.
import { kindRegistry } from '../../platform/kinds/family.ts';
import { kind as dns } from './dns.ts';
import { kind as http } from './http.ts';
import { kind as icmp } from './icmp.ts';
import { kind as tcp } from './tcp.ts';
import { family } from './family.ts';

/** Every kind of the room under its id. */
export const kinds = { dns, http, icmp, tcp } as const;

/** The kinds with what is known of them. */
export const registry = kindRegistry(family, kinds);
