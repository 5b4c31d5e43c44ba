/** Stands where a secret is: secrets are written, never read back. Sent back unchanged it means "as it was". */
export const HIDDEN = '••••••••';
