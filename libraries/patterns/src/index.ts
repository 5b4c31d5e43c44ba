export { PatternError, type PatternProblem } from './pattern-error.ts';
export { checkPatterns, compilePatterns, type Patterns } from './patterns.ts';
