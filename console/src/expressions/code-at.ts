import type { ExpressionLanguage } from '@watchroom/contract/expressions';

/** Code around a position: where it begins, and what opened it in a template. */
export interface Code {
  readonly from: number;
  readonly opener: '{{' | '$(' | undefined;
}

const NO_CODE: Readonly<Record<ExpressionLanguage, RegExp>> = {
  cel: /[rR]?(?:"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$))|[rR]"[^"]*(?:"|$)|[rR]'[^']*(?:'|$)|"(?:[^"\\]|\\[\s\S])*(?:"|$)|'(?:[^'\\]|\\[\s\S])*(?:'|$)|\/\/.*/y,
  javascript:
    /"(?:[^"\\]|\\[\s\S])*(?:"|$)|'(?:[^'\\]|\\[\s\S])*(?:'|$)|`(?:[^`\\]|\\[\s\S])*(?:`|$)|\/\*[\s\S]*?(?:\*\/|$)|\/\/.*/y,
  template: /"(?:[^"\\]|\\[\s\S])*(?:"|$)|'(?:[^'\\]|\\[\s\S])*(?:'|$)|`[^`]*(?:`|$)|\/\*[\s\S]*?(?:\*\/|$)/y,
  jsonpath: /"(?:[^"\\]|\\[\s\S])*(?:"|$)|'(?:[^'\\]|\\[\s\S])*(?:'|$)/y,
};

/** The code that ends at a position; undefined in a string, in a comment, and in the text of a template. */
export function codeAt(text: string, position: number, language: ExpressionLanguage): Code | undefined {
  // A string or comment that reaches the mark at the end has no end of its own before the position.
  const before = `${text.slice(0, position)}\0`;
  const skipped = NO_CODE[language];
  let code: Code | undefined = language === 'template' ? undefined : { from: 0, opener: undefined };
  let depth = 0;
  for (let at = 0; at < position; ) {
    const two = before.slice(at, at + 2);
    if (code === undefined) {
      const opens = two === '{{' || two === '$(';
      at += opens ? 2 : 1;
      if (opens) code = { from: at, opener: two };
      depth = 0;
      continue;
    }
    skipped.lastIndex = at;
    const [skip] = skipped.exec(before) ?? [];
    if (skip !== undefined) {
      at += skip.length;
      if (at >= before.length) return undefined;
      continue;
    }
    const sign = before[at];
    const ends: boolean = code.opener === '{{' ? two === '}}' : code.opener === '$(' && depth === 0 && sign === ')';
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    at += ends && code.opener === '{{' ? 2 : 1;
    if (ends) code = undefined;
  }
  return code;
}
