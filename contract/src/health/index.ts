export * from './operations.ts';
export type * from './shapes.ts';
export { type Target, targetFromText } from './target.ts';
