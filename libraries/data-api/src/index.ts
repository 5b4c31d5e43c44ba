export { DataApiError, type ErrorBody } from './errors.ts';
export type { Caller, CallerTransaction, Statement } from './execute/statement.ts';
export { dataApi } from './http/plugin.ts';
export { type CallerShare, createTurns } from './http/turns.ts';
export type {
  Adapter,
  BrokenConstraint,
  ConstraintExplanation,
  DataApiOptions,
  RawRequest,
  WriteChange,
  WriteHook,
} from './options.ts';
export { nestsDeeper } from './request/json-depth.ts';
export { type QueryPairs, REQUEST_LIMITS, type RequestLimits } from './request/tree.ts';
export { type GenerateTypesOptions, generateTypes } from './schema/generate-types.ts';
export { type LoadOptions, loadSchema } from './schema/load.ts';
export type {
  Column,
  DatabaseFunction,
  DeclaredRelationship,
  FutureRelationship,
  Relation,
  Relationship,
  Schema,
} from './schema/model.ts';
