export { PatternError, type PatternProblem } from './pattern-error.ts';
export { compilePatterns, type Patterns } from './patterns.ts';
