import type { TokenDraft } from './token-draft.ts';
import { readDraft } from './token-draft.ts';

const KEY = 'newToken';

/** Keeps in this tab what was typed, while the person confirms who they are on the sign-in page. */
export function keepDraft(draft: TokenDraft): void {
  sessionStorage.setItem(KEY, JSON.stringify(draft));
}

export function keptDraft(): TokenDraft | undefined {
  return readDraft(sessionStorage.getItem(KEY));
}

export function forgetDraft(): void {
  sessionStorage.removeItem(KEY);
}
