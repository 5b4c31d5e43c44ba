import type { Sent } from '../../method.ts';

/** What was sent in a field; empty where nothing or no text was. */
export function sentText(sent: Sent, name: string): string {
  const value = sent[name];
  return typeof value === 'string' ? value : '';
}

/** Whether a button with the value `true` sent the form. */
export function isPressed(sent: Sent, name: string): boolean {
  return sent[name] === true || sent[name] === 'true';
}
