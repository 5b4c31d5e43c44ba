import type { FlowMethod } from '../method.ts';
import { backupCodesMethod } from './backup-codes.ts';
import { codeMethod } from './code.ts';
import { oidcMethod } from './oidc.ts';
import { passkeyMethod } from './passkey-sign-in.ts';
import { webauthnMethod } from './passkeys.ts';
import { passwordMethod } from './password.ts';
import { profileMethod } from './profile.ts';
import { totpMethod } from './totp.ts';

/** Every way to prove who one is, in the order in which a page shows them. */
export const FLOW_METHODS: readonly FlowMethod[] = [
  profileMethod,
  passwordMethod,
  oidcMethod,
  passkeyMethod,
  webauthnMethod,
  totpMethod,
  backupCodesMethod,
  codeMethod,
];

export function findMethod(name: string): FlowMethod | undefined {
  return FLOW_METHODS.find((method) => method.name === name);
}
