/** The sentence of any thrown thing. */
export function messageOf(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : 'An error occurred';
}
