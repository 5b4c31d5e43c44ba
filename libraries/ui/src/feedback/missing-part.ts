/**
 * Whether a part of the program could not be fetched: the network is away, or a newer version has replaced it. Each
 * browser has words of its own for that, and none gives a code.
 */
export function isMissingPart(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script failed|unable to preload/i.test(error.message)
  );
}
