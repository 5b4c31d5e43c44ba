/** The languages of expressions (docs/expressions/guide.md). */
export const EXPRESSION_LANGUAGES = ['cel', 'template', 'javascript', 'jsonpath'] as const;
export type ExpressionLanguage = (typeof EXPRESSION_LANGUAGES)[number];
