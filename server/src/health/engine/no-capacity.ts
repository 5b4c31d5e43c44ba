/** This process had no free connection or thread. That says nothing about the target, so it is no result: the check runs later. */
export class NoCapacityError extends Error {
  override name = 'NoCapacityError';
}
