/** Splits `512Mi`; without a unit it is Mi. */
export function readMemory(text: string): { readonly amount: string; readonly unit: string } {
  const [, amount = '', unit = 'Mi'] = /^(.*?)(Mi|Gi|Ti)?$/.exec(text.trim()) ?? [];
  return { amount, unit };
}

/** `512Mi`; nothing without an amount. */
export function writeMemory(amount: string, unit: string): string | undefined {
  return amount.trim() === '' ? undefined : `${amount.trim()}${unit}`;
}
