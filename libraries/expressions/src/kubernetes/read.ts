/** Reads plain data of which nothing is known. Only own properties count. */
export function get(from: unknown, ...path: readonly string[]): unknown {
  let at = from;
  for (const name of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as Readonly<Record<string, unknown>>)[name];
  }
  return at;
}

export function text(from: unknown, ...path: readonly string[]): string {
  const value = get(from, ...path);
  return typeof value === 'string' ? value : '';
}

export function count(from: unknown, ...path: readonly string[]): number {
  const value = get(from, ...path);
  return typeof value === 'number' ? value : 0;
}

export function items(from: unknown, ...path: readonly string[]): readonly unknown[] {
  const value = get(from, ...path);
  return Array.isArray(value) ? value : [];
}

/** Milliseconds since 1970, if there is a moment. */
export function moment(from: unknown, ...path: readonly string[]): number | undefined {
  const value = get(from, ...path);
  const time = typeof value === 'string' ? Date.parse(value) : value instanceof Date ? value.getTime() : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

export interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
}

export function conditions(object: unknown): Condition[] {
  return items(object, 'status', 'conditions').map((one) => ({
    type: text(one, 'type'),
    status: text(one, 'status'),
    reason: text(one, 'reason'),
    message: text(one, 'message'),
  }));
}

export function condition(object: unknown, type: string): Condition | undefined {
  return conditions(object).find((one) => one.type === type);
}

export function isTrue(object: unknown, type: string): boolean {
  return condition(object, type)?.status === 'True';
}

export function isFalse(object: unknown, type: string): boolean {
  return condition(object, type)?.status === 'False';
}
