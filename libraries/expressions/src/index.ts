export { type CompileOptions, compile, ExpressionError, type Program } from './compile.ts';
export { LANGUAGES, type LanguageName } from './languages/index.ts';
