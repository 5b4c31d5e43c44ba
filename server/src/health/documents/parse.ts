import { basename, extname } from 'node:path';
import { isScalar, parseDocument, visit } from 'yaml';
import { type Entry, isEntry } from '../../platform/kinds/validate.ts';
import { storableText } from '../../platform/text/storable.ts';
import { type ReadCanary, readCanary } from '../canaries/read-canary.ts';

/** A canary as a document declares it. */
export interface CanaryDocument {
  /** Place among the documents of its file, from 1. */
  readonly place: number;
  readonly name: string;
  readonly namespace: string;
  readonly labels: Entry;
  readonly annotations: Entry;
  readonly spec: Entry;
  /** The checks of the spec. */
  readonly read: ReadCanary;
}

export interface ParsedFile {
  readonly canaries: readonly CanaryDocument[];
  /** One sentence per document that was refused; the others stand. */
  readonly refused: readonly string[];
  /** The file reached a limit that it may stay under when the machine is less busy. */
  readonly isOverLimit?: true;
}

/** Five megabytes of YAML would keep the process busy for seconds. */
export const MOST_BYTES = 2 * 1024 * 1024;
/** Anchors that refer to anchors grow without end ("billion laughs"); honest documents use a few. */
const MOST_ALIASES = 100;
/** Deeper than any honest document, and far from where a walk over it runs out of stack. */
const DEEPEST = 100;
/** Ten thousand checks of the smallest kind fit into a file of the largest size. */
const MOST_CHECKS = 10_000;
const KIND = 'Canary';
const SEPARATOR = /^---[ \t]*(?:#.*)?\r?$/m;
/** Tested line by line: one pattern over a whole chunk takes exponential time on a banner of `#`. */
const NOTHING = /^\s*(?:#|$)/;
const LONGEST_NAME = 253;

/** Reads a file of YAML or JSON documents. A document of another kind is left to its room; a broken one is reported and skipped. */
export function parseCanaryFile(path: string, content: string): ParsedFile {
  if (Buffer.byteLength(content) > MOST_BYTES)
    return {
      canaries: [],
      refused: [`${path} is larger than ${MOST_BYTES / 1024 / 1024} MiB: split it into smaller files`],
    };
  const canaries: CanaryDocument[] = [];
  const refused: string[] = [];
  const chunks = content.replace(/^\uFEFF/, '').split(SEPARATOR);
  for (const [index, chunk] of chunks.entries()) {
    if (chunk.split('\n').every((line) => NOTHING.test(line))) continue;
    const place = index + 1;
    const where = chunks.length > 1 ? `${path}, document ${place}` : path;
    try {
      const parsed = readYaml(chunk);
      const canary = canaryOf(parsed, path, place);
      if (typeof canary === 'string') refused.push(`${where}: ${canary}`);
      else if (canary) canaries.push(canary);
    } catch (error) {
      refused.push(`${where}: ${reasonOf(error)}`);
    }
  }
  return { canaries: withDistinctNames(canaries), refused };
}

/** @throws what is wrong with the text, with its line. */
function readYaml(text: string): unknown {
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

function canaryOf(parsed: unknown, path: string, place: number): CanaryDocument | string | undefined {
  if (!isEntry(parsed)) return 'is no object of keys and values';
  if (typeof parsed['kind'] === 'string' && parsed['kind'] !== KIND) return undefined;
  const metadata = isEntry(parsed['metadata']) ? parsed['metadata'] : {};
  const isBare = !('spec' in parsed) && !('metadata' in parsed) && !('apiVersion' in parsed);
  const spec = isBare ? parsed : parsed['spec'];
  if (!isEntry(spec)) return 'has no spec';
  const checks = countChecks(spec);
  if (checks > MOST_CHECKS) return `holds ${checks} checks: at most ${MOST_CHECKS} go into one canary, so make several`;
  const read = readCanary(spec);
  if (read.checks.length === 0) return 'holds no check';
  return {
    place,
    name: nameOf(metadata['name'], nameOfFile(path)),
    namespace: nameOf(metadata['namespace'], 'default'),
    labels: texts(metadata['labels']),
    annotations: texts(metadata['annotations']),
    spec,
    read,
  };
}

/** At most, since a list may be something else than checks. */
function countChecks(spec: Entry): number {
  return Object.values(spec).reduce<number>((sum, list) => sum + (Array.isArray(list) ? list.length : 0), 0);
}

/** YAML reads a name such as 2024 as a number. */
function nameOf(value: unknown, fallback: string): string {
  const isText = typeof value === 'string' || typeof value === 'number';
  return (
    storableText(isText ? String(value).trim() : '')
      .slice(0, LONGEST_NAME)
      .toWellFormed() || fallback
  );
}

function reasonOf(error: unknown): string {
  const isTooDeep = error instanceof RangeError || (error instanceof Error && /call stack/.test(error.message));
  if (isTooDeep) return `is nested too deeply: at most ${DEEPEST} levels`;
  // The library's sentence quotes the name, which is a secret when somebody wrote `password: *…` without quotes.
  if (error instanceof ReferenceError && error.message.startsWith('Unresolved alias'))
    return 'an alias (*…) has no anchor before it; put a text that begins with * into quotes';
  return error instanceof Error ? (error.message.split('\n')[0] ?? '').replace(/:$/, '') : String(error);
}

function texts(value: unknown): Entry {
  return isEntry(value) ? Object.fromEntries(Object.entries(value).map(([key, text]) => [key, String(text)])) : {};
}

/** A document without a name is called as its file, without extension and underscores (engine reference 1.1). */
function nameOfFile(path: string): string {
  return basename(path, extname(path)).replaceAll('_', '');
}

/** Two nameless documents of one file would be one canary; the second gets its place as a suffix. */
function withDistinctNames(canaries: readonly CanaryDocument[]): CanaryDocument[] {
  const taken = new Set<string>();
  return canaries.map((canary) => {
    let { name } = canary;
    for (let count = canary.place; taken.has(`${canary.namespace}/${name}`); count += 1)
      name = `${canary.name}-${count}`;
    taken.add(`${canary.namespace}/${name}`);
    return { ...canary, name };
  });
}
