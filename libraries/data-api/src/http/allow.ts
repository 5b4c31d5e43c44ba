import type { DatabaseFunction, Relation } from '../schema/model.ts';

export const ROOT_METHODS = 'OPTIONS,GET,HEAD';

/** Methods that a relation permits, whoever calls. */
export function relationMethods(relation: Relation): string {
  const canUpsert = relation.isInsertable && relation.isUpdatable && relation.primaryKey.length > 0;
  return [
    'OPTIONS,GET,HEAD',
    ...(relation.isInsertable ? ['POST'] : []),
    ...(canUpsert ? ['PUT'] : []),
    ...(relation.isUpdatable ? ['PATCH'] : []),
    ...(relation.isDeletable ? ['DELETE'] : []),
  ].join(',');
}

/** A function that may write is not called by GET. */
export function functionMethods(overloads: readonly DatabaseFunction[]): string {
  return overloads.every(({ volatility }) => volatility === 'volatile') ? 'OPTIONS,POST' : 'OPTIONS,GET,HEAD,POST';
}
