import type { Failure } from '../../failure.ts';
import { indexFunctions } from '../../functions/overloads.ts';
import { functionTable } from '../../functions/table.ts';
import type { Language } from '../../language.ts';
import type { Run } from '../../run.ts';
import { trim } from '../../values/text.ts';
import { FunctionNames } from './functions.ts';
import { compileText } from './passes.ts';

const BUILT_IN = indexFunctions(functionTable, 'template');

/** The templates of Go: https://pkg.go.dev/text/template */
export const template: Language = {
  givesText: true,
  compile(text, { variables, unknownIsNull, functions, limits }) {
    const given = functions.length === 0 ? [] : [indexFunctions(functions, 'template')];
    const problems: Failure[] = [];
    const names = new FunctionNames([...given, BUILT_IN]);
    const render = compileText(text, { functions: names, variables, unknownIsNull, problems, nesting: limits.nesting });
    return { run: (run: Run) => trim(render(run)), problems };
  },
};
