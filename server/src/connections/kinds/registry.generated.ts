// Generated from the files of this folder by `npm run generate`; do not edit.
import { kindRegistry } from '../../platform/kinds/family.ts';
import { kind as email } from './email.ts';
import { kind as http } from './http.ts';
import { kind as postgres } from './postgres.ts';
import { family } from './family.ts';

/** Every kind of the room under its id. */
export const kinds = { email, http, postgres } as const;

/** The kinds with what is known of them. */
export const registry = kindRegistry(family, kinds);
