/** An HTTP operation: the one place that names its method, path and permission; server and console both take them from here. */
export interface Operation<Query, Body, Result> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path with `:name` parameters. */
  readonly path: string;
  readonly permission: Permission;
  /** Exists only for the types. */
  readonly types?: { query: Query; body: Body; result: Result };
}

/**
 * Who may call: `public` needs no sign-in, `signed-in` any person, the rest an area and an access of the permission
 * matrix or a named action.
 */
export type Permission = 'public' | 'signed-in' | `${string}:read` | `${string}:write` | `action:${string}`;

export function operation<Result, Query = undefined, Body = undefined>(
  method: Operation<Query, Body, Result>['method'],
  path: string,
  permission: Permission,
): Operation<Query, Body, Result> {
  return { method, path, permission };
}
