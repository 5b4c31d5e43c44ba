import { targetFromText } from '@watchroom/contract/health';

/** What the palette offers for a text that reads like an address; a single word may be the name of anything. */
export function watchAction(text: string) {
  const asked = text.trim();
  if (!/[.:/]/.test(asked) || typeof targetFromText(asked) === 'string') return undefined;
  return { title: `Watch ${asked}`, search: { add: 'any', target: asked } };
}
