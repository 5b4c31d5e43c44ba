export { type CompileOptions, compile, ExpressionError, type Program } from './compile.ts';
export { declare, define, type FunctionDefinition, type FunctionGroup } from './functions/define.ts';
export { signature, templateSignature } from './functions/overloads.ts';
export { functionTable } from './functions/table.ts';
export { STANDARD } from './languages/javascript/globals.ts';
export { LANGUAGES, type LanguageName } from './languages/index.ts';
export { Duration } from './values/value.ts';
