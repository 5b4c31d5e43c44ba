import { toast, toastError } from '../feedback/toasts.ts';

/** Puts a text on the clipboard and says whether it arrived. Browsers offer the clipboard on secure origins only. */
export async function copyText(text: string): Promise<void> {
  if (!navigator.clipboard) return toastError('Clipboard not available', 'clipboard');
  try {
    await navigator.clipboard.writeText(text);
    toast('Copied to clipboard', 'clipboard');
  } catch {
    toastError('Failed to copy to clipboard', 'clipboard');
  }
}
