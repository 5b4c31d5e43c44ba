export * from './operations.ts';
export type * from './shapes.ts';
