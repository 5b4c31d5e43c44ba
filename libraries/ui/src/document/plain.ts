/** The value as YAML can hold it: what is undefined is left out, in a list it is null. */
export function plainValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => plainValue(each) ?? null);
  if (typeof value !== 'object' || value === null) return value;
  // Through entries a name such as __proto__ is a name like every other.
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, each]) => each !== undefined)
      .map(([name, each]) => [name, plainValue(each)]),
  );
}

/** Whether two plain values read the same; the order of names does not matter. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  return names.every((name) => Object.hasOwn(other, name) && isSame(fieldOf(one, name), fieldOf(other, name)));
}

export function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return Object.getOwnPropertyDescriptor(value, name)?.value as unknown;
}
