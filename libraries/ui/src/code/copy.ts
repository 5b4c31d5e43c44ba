import { toast, toastError } from '../feedback/toasts.ts';

/**
 * Puts a text on the clipboard and says whether it arrived. Browsers offer the clipboard on secure origins only.
 * @param said what the toast says when it did.
 */
export async function copyText(text: string, said = 'Copied to clipboard'): Promise<void> {
  if (!navigator.clipboard) return toastError('Clipboard not available', 'clipboard');
  try {
    await navigator.clipboard.writeText(text);
    toast(said, 'clipboard');
  } catch {
    toastError('Failed to copy to clipboard', 'clipboard');
  }
}
