import { basename, extname } from 'node:path';
import { type Entry, isEntry } from '../kinds/validate.ts';
import { storableText } from '../text/storable.ts';
import { readYaml, yamlProblem } from '../text/yaml.ts';
import type { ParsedDocument, ReadDocument } from './document-kind.ts';

/** Readers by kind of document. */
export type Readers = ReadonlyMap<string, { readonly read: ReadDocument; readonly takesUnnamed: boolean }>;

export interface ParsedFile {
  readonly documents: readonly ParsedDocument[];
  /** One sentence per broken document; the others are taken. */
  readonly refused: readonly string[];
  /** One sentence per document of a kind that no room has. */
  readonly unsupported: readonly string[];
  /** The file reached a limit that it may stay under when the machine is less busy. */
  readonly isOverLimit?: true;
}

/** Five megabytes of YAML would keep the process busy for seconds. */
export const MOST_BYTES = 2 * 1024 * 1024;
const SEPARATOR = /^---[ \t]*(?:#.*)?\r?$/m;
/** Tested line by line: one pattern over a whole chunk takes exponential time on a banner of `#`. */
const NOTHING = /^\s*(?:#|$)/;
const LONGEST_NAME = 253;
const LONGEST_KIND = 100;
/** In YAML a key of the document itself, in JSON any. */
const KIND_LINE = /^(?:kind|\s*\{?\s*"kind")\s*:/;

/** Reads a file of YAML or JSON documents. A broken one, and one of an unknown kind, is reported and skipped. */
export function parseFile(path: string, content: string, readers: Readers): ParsedFile {
  const documents: ParsedDocument[] = [];
  const refused: string[] = [];
  const unsupported: string[] = [];
  const parsed = { documents, refused, unsupported };
  if (Buffer.byteLength(content) > MOST_BYTES) {
    refused.push(`${path} is larger than ${MOST_BYTES / 1024 / 1024} MiB: split it into smaller files`);
    return parsed;
  }
  const chunks = content.replace(/^\uFEFF/, '').split(SEPARATOR);
  let line = 1;
  for (const [index, chunk] of chunks.entries()) {
    const lines = chunk.split('\n');
    const firstLine = line;
    line += lines.length - 1;
    if (lines.every((one) => NOTHING.test(one))) continue;
    const place = index + 1;
    const where = chunks.length > 1 ? `${path}, document ${place}` : path;
    try {
      const found = documentOf(readYaml(chunk), path, place, readers);
      if ('refused' in found) refused.push(`${where}: ${found.refused}`);
      else if ('unsupported' in found)
        unsupported.push(`${path}, line ${firstLine + lineOfKind(lines)}: ${found.unsupported} is not supported yet`);
      else documents.push(found);
    } catch (error) {
      refused.push(`${where}: ${yamlProblem(error)}`);
    }
  }
  return { ...parsed, documents: withDistinctNames(documents) };
}

/** Lines before the one that names the kind; where it cannot be told, before the first with content. */
function lineOfKind(lines: readonly string[]): number {
  const found = lines.findIndex((line) => KIND_LINE.test(line));
  return found >= 0 ? found : lines.findIndex((line) => !NOTHING.test(line));
}

function documentOf(
  parsed: unknown,
  path: string,
  place: number,
  readers: Readers,
): ParsedDocument | { readonly refused: string } | { readonly unsupported: string } {
  if (!isEntry(parsed)) return { refused: 'is no object of keys and values' };
  const named = parsed['kind'];
  const kind = typeof named === 'string' ? named : kindOfUnnamed(readers);
  if (kind === undefined) return { refused: 'names no kind' };
  const reader = readers.get(kind);
  if (!reader) return { unsupported: storableText(kind).slice(0, LONGEST_KIND).toWellFormed() };
  const metadata = isEntry(parsed['metadata']) ? parsed['metadata'] : {};
  const isBare = !('spec' in parsed) && !('metadata' in parsed) && !('apiVersion' in parsed);
  const spec = isBare ? parsed : parsed['spec'];
  if (!isEntry(spec)) return { refused: 'has no spec' };
  const content = reader.read(spec);
  if (isRefusal(content)) return content;
  return {
    kind,
    place,
    name: nameOf(metadata['name'], nameOfFile(path)),
    namespace: nameOf(metadata['namespace'], 'default'),
    labels: texts(metadata['labels']),
    annotations: texts(metadata['annotations']),
    spec,
    content,
  };
}

function kindOfUnnamed(readers: Readers): string | undefined {
  return [...readers].find(([, { takesUnnamed }]) => takesUnnamed)?.[0];
}

function isRefusal(content: unknown): content is { readonly refused: string } {
  return isEntry(content) && typeof content['refused'] === 'string';
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

function texts(value: unknown): Entry {
  return isEntry(value) ? Object.fromEntries(Object.entries(value).map(([key, text]) => [key, String(text)])) : {};
}

/** A document without a name is called as its file, without extension and underscores (engine reference 1.1). */
function nameOfFile(path: string): string {
  return basename(path, extname(path)).replaceAll('_', '');
}

/** Two nameless documents of one kind in a file would be one row; the second gets its place as a suffix. */
function withDistinctNames(documents: readonly ParsedDocument[]): ParsedDocument[] {
  const taken = new Set<string>();
  return documents.map((document) => {
    const key = (name: string) => `${document.kind}/${document.namespace}/${name}`;
    let { name } = document;
    for (let count = document.place; taken.has(key(name)); count += 1) name = `${document.name}-${count}`;
    taken.add(key(name));
    return { ...document, name };
  });
}
