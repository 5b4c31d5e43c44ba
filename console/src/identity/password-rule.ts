/** What a new password must be, to be said before one is typed. */
export function passwordRule(fewestCharacters: number): string {
  return `At least ${fewestCharacters} characters. Common passwords are refused.`;
}
