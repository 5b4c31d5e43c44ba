/** Characters of an expression and of an environment that can be tried. */
export const EXPRESSION_LIMITS = { text: 100_000, environment: 100_000 } as const;
