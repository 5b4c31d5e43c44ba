/** The page of the second step, which leads on to where the first one should. */
export function secondStep(returnTo: string | null): string {
  return `/login?aal=aal2${returnTo === null ? '' : `&return_to=${encodeURIComponent(returnTo)}`}`;
}
