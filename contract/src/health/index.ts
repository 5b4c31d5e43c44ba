export type { ListChecksQuery, TestCheckInput } from './inputs.ts';
export * from './operations.ts';
export { SEVERITIES } from './severities.ts';
export type * from './shapes.ts';
export { type Target, targetFromText } from './target.ts';
