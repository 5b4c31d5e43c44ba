import { fail } from '../failure.ts';
import { parsePath, type Path } from '../jsonpath/parse.ts';
import { selectPath } from '../jsonpath/select.ts';
import { define, type FunctionDefinition, type FunctionGroup } from './define.ts';

const KEPT = 200;
/** Of a path that is kept, in characters. */
const LONGEST_KEPT = 500;
const paths = new Map<string, Path>();

/** Paths are mostly literals: each is read once. */
function pathOf(text: string): Path {
  const known = paths.get(text);
  if (known !== undefined) return known;
  if (text.length > LONGEST_KEPT) return parsePath(text);
  // A copy: part of a long text would keep the whole of it in memory.
  const own = Buffer.from(text, 'utf16le').toString('utf16le');
  const path = parsePath(own);
  const [oldest] = paths.keys();
  if (paths.size >= KEPT && oldest !== undefined) paths.delete(oldest);
  paths.set(own, path);
  return path;
}

/** A name that documents may use, of a language that no library evaluates under a limit: docs/decisions/0008-jq-jmespath-xpath.md. */
function unavailable(
  name: string,
  language: string,
  data: 'value: any' | 'xml: string',
  given: string,
): FunctionDefinition {
  return define({
    names: { cel: [name], template: [name] },
    args: ['query: string', data],
    result: 'any',
    doc: `Not available yet: a call of this query in ${language} fails, and says what to use instead.`,
    examples: [{ cel: `true ? "not called" : ${name}("a", ${given})`, gives: 'not called' }],
    call: () =>
      fail(
        `${name} is not available: no library for it can be stopped at a limit. Use jsonpath(path, value), or JavaScript.`,
      ),
  });
}

export const queries: FunctionGroup = {
  title: 'Queries',
  functions: [
    define({
      names: { cel: ['jsonpath'], template: ['jsonpath', 'coll.JSONPath'] },
      args: ['path: string', 'value: any'],
      result: 'any',
      doc: 'What a path as in RFC 9535 selects: a value if it can select only one, else a list; in braces, as in Kubernetes, one match is a value.',
      examples: [
        { cel: 'jsonpath("$.items[?@.up].name", {"items": [{"name": "a", "up": true}, {"name": "b"}]})', gives: ['a'] },
        { cel: 'jsonpath("{.status.phase}", {"status": {"phase": "Running"}})', gives: 'Running' },
      ],
      call: (run, path, value) => selectPath(run, pathOf(path), value),
    }),
    unavailable('jq', 'jq', 'value: any', '{"a": 1}'),
    unavailable('jmespath', 'JMESPath', 'value: any', '{"a": 1}'),
    unavailable('xpath', 'XPath', 'xml: string', '"<a/>"'),
  ],
};
