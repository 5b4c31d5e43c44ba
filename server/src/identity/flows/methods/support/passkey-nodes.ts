import {
  type NodeGroup,
  PASSKEY_FIELDS,
  type PasskeyTrigger,
  type UiNode,
  type UiText,
} from '@watchroom/contract/identity';
import type { Step } from '../../method.ts';
import { input } from '../../nodes.ts';
import { PASSKEY_SCRIPT_INTEGRITY, PASSKEY_SCRIPT_PATH } from '../../passkey-script.ts';

/**
 * A button that lets the browser ask for a key, the hidden field that takes the answer, and the script for clients that run
 * `onclick`.
 * @param options JSON of the browser's call.
 */
export function triggerNodes(
  { origin }: Step,
  group: NodeGroup,
  trigger: PasskeyTrigger,
  options: string,
  label: UiText,
): readonly UiNode[] {
  const field = PASSKEY_FIELDS[trigger];
  return [
    input(group, { name: field, type: 'hidden', value: '' }),
    input(
      group,
      {
        name: `${field}_trigger`,
        type: 'button',
        value: options,
        onclick: `window.${trigger}(${options})`,
        onclickTrigger: trigger,
      },
      label,
    ),
    {
      type: 'script',
      group,
      attributes: {
        node_type: 'script',
        id: 'webauthn_script',
        src: `${origin}${PASSKEY_SCRIPT_PATH}`,
        async: true,
        crossorigin: 'anonymous',
        integrity: PASSKEY_SCRIPT_INTEGRITY,
        referrerpolicy: 'no-referrer',
        type: 'text/javascript',
        nonce: '',
      },
      messages: [],
      meta: {},
    },
  ];
}
