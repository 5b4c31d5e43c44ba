import { type InputAttributes, PASSKEY_FIELDS, type UiNode } from '@watchroom/contract/identity';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { FlowValues } from './client.ts';
import { isInput } from './form-shape.ts';

/** Loaded when a page shows a button for it: by the time it is pressed the browser's prompt opens at once. */
export const loadPasskeys = () => import('@simplewebauthn/browser');

/** What came of the browser's prompt: the field that takes the answer, or a sentence. */
type Prompted =
  | { readonly values: FlowValues; readonly refusal?: undefined }
  | { readonly values?: undefined; readonly refusal: string };

/** Asks the browser for a passkey or makes one, as the button says. Never rejects. */
export async function promptPasskey(button: InputAttributes, nodes: readonly UiNode[]): Promise<Prompted> {
  const trigger = button.onclickTrigger;
  if (!trigger) return { refusal: 'This browser does not support this button.' };
  try {
    const { browserSupportsWebAuthn, startAuthentication, startRegistration } = await loadPasskeys();
    if (!browserSupportsWebAuthn())
      return {
        refusal:
          'This browser does not support passkeys at this address. Sign in another way, or open the page over HTTPS.',
      };
    const options = optionsOf(button, nodes);
    const answer = trigger.endsWith('Registration')
      ? await startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON })
      : await startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON });
    return { values: { [PASSKEY_FIELDS[trigger]]: JSON.stringify(answer) } };
  } catch (error) {
    return { refusal: wordsOf(error) };
  }
}

/** Kratos keeps the options of some triggers in a hidden field beside the button, wrapped as the browser's own call wants them. */
function optionsOf(button: InputAttributes, nodes: readonly UiNode[]): Readonly<Record<string, unknown>> {
  const beside = nodes
    .filter(isInput)
    .find(({ attributes }) => ['passkey_challenge', 'passkey_create_data'].includes(attributes.name));
  let options: unknown = JSON.parse(String(button.value || beside?.attributes.value || ''));
  for (const wrapper of ['credentialOptions', 'publicKey'])
    if (isRecord(options) && isRecord(options[wrapper])) options = options[wrapper];
  if (!isRecord(options)) throw new Error('The server sent no options for the passkey. Reload the page and try again.');
  return options;
}

function wordsOf(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError')
    return 'The passkey prompt was closed. Nothing was changed; try again when you are ready.';
  if (name === 'InvalidStateError') return 'This device already holds a passkey of this account.';
  if (name === 'SecurityError') return 'The passkeys of this account do not work at this address.';
  return error instanceof Error && error.message !== '' ? error.message : 'The passkey could not be used.';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
