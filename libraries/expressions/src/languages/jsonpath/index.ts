import { parsePath } from '../../jsonpath/parse.ts';
import { selectPath } from '../../jsonpath/select.ts';
import type { Language } from '../../language.ts';

/** JSONPath as in RFC 9535, over a map of all variables: https://www.rfc-editor.org/rfc/rfc9535 */
export const jsonpath: Language = {
  compile(text) {
    const path = parsePath(text);
    return { run: (run) => selectPath(run, path, run.env), problems: [] };
  },
};
