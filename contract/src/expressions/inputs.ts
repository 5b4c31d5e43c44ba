import { z } from 'zod';
import { EXPRESSION_LANGUAGES } from './languages.ts';
import { EXPRESSION_LIMITS } from './limits.ts';

/** An expression to try. */
export const expressionTrial = z.object({
  language: z.enum(EXPRESSION_LANGUAGES),
  text: z.string().max(EXPRESSION_LIMITS.text),
  /** The variables: a map, as YAML or JSON. */
  environment: z.string().max(EXPRESSION_LIMITS.environment),
});
export type ExpressionTrial = Readonly<z.output<typeof expressionTrial>>;
