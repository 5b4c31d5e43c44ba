import { isScalar, parseDocument, visit } from 'yaml';

/** Anchors that refer to anchors grow without end ("billion laughs"); honest documents use a few. */
const MOST_ALIASES = 100;
/** Deeper than any honest document, and far from where a walk over it runs out of stack. */
const DEEPEST = 100;

/**
 * Reads one document of YAML or JSON.
 * @throws what {@link yamlProblem} tells, with its line where the library knows it
 */
export function readYaml(text: string): unknown {
  // The library compares each key with all before it: ten thousand keys of a hostile map would take a minute.
  const document = parseDocument(text, { uniqueKeys: false, merge: true, logLevel: 'error' });
  const [error] = document.errors;
  if (error) throw error;
  visit(document, {
    Map(_, map) {
      const seen = new Set<unknown>();
      for (const { key } of map.items) {
        const name = isScalar(key) ? key.value : key;
        if (seen.has(name) && name !== '<<') throw new Error(`Map keys must be unique: ${String(name)} stands twice`);
        seen.add(name);
      }
    },
  });
  const value: unknown = document.toJS({ maxAliasCount: MOST_ALIASES });
  if (isDeeper(value, DEEPEST)) throw new RangeError();
  return value;
}

function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((inner) => isDeeper(inner, depth - 1));
}

/** What is wrong with a text that {@link readYaml} refused. */
export function yamlProblem(error: unknown): string {
  const isTooDeep = error instanceof RangeError || (error instanceof Error && /call stack/.test(error.message));
  if (isTooDeep) return `is nested too deeply: at most ${DEEPEST} levels`;
  // The library's sentence quotes the name, which is a secret when somebody wrote `password: *…` without quotes.
  if (error instanceof ReferenceError && error.message.startsWith('Unresolved alias'))
    return 'an alias (*…) has no anchor before it; put a text that begins with * into quotes';
  return error instanceof Error ? (error.message.split('\n')[0] ?? '').replace(/:$/, '') : String(error);
}
