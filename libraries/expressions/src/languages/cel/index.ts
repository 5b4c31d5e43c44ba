import type { Failure } from '../../failure.ts';
import { indexFunctions } from '../../functions/overloads.ts';
import { functionTable } from '../../functions/table.ts';
import type { Language } from '../../language.ts';
import { compileNode } from './compile.ts';
import { parse } from './parser.ts';
import { Scope } from './scope.ts';

const BUILT_IN = indexFunctions(functionTable, 'cel');

/** The Common Expression Language: https://github.com/google/cel-spec/blob/master/doc/langdef.md */
export const cel: Language = {
  compile(text, { variables, unknownIsNull, tolerant, functions, limits }) {
    const node = parse(text, { nesting: limits.nesting, foldLines: tolerant });
    const problems: Failure[] = [];
    const given = functions.length === 0 ? [] : [indexFunctions(functions, 'cel')];
    const scope = new Scope({ tolerant, functions: [...given, BUILT_IN], variables, unknownIsNull, problems });
    return { run: compileNode(node, scope), problems };
  },
};
