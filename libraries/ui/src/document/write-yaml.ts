import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import type { FormValue } from '../form/form-schema.ts';
import { alignRows } from './align-rows.ts';
import { isMergeKey, nameOf, parseYaml, readDocument } from './parse-yaml.ts';
import { fieldOf, isSame, plainValue } from './plain.ts';
import { indented, renderYaml } from './render-yaml.ts';
import { type SourceItem, sourceItems } from './source-items.ts';
import { commentStart, lineEnd, lineStart, type Splice, spliceText } from './splice.ts';

/** A change of an anchored value also changes what refers to it, which the next round then writes out. */
const MOST_ROUNDS = 4;

/**
 * Changes a text as little as possible so that it reads as `value`. Comments, order, quoting and blank lines of what
 * stays the same are kept. A text that cannot be read is replaced.
 */
export function writeYaml(text: string, value: FormValue): string {
  const wanted = plainValue(value);
  for (const expands of [false, true]) {
    let written = text;
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const reading = parseYaml(written);
      if (!('value' in reading)) break;
      if (isSame(reading.value, wanted)) return written;
      written = changedOnce(written, wanted, expands);
    }
  }
  const whole = isSame(wanted, {}) ? '' : `${renderYaml(wanted)}\n`;
  return whole;
}

interface Work {
  readonly text: string;
  readonly document: Document.Parsed;
  readonly splices: Splice[];
  /** Whether references to anchors are written out, for values that they cannot hold. */
  readonly expands: boolean;
}

function changedOnce(text: string, wanted: unknown, expands: boolean): string {
  const { document, root, value } = readDocument(text);
  const ended = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  if (!root) return `${ended}${renderYaml(wanted)}\n`;
  const work: Work = { text: ended, document, splices: [], expands };
  if (!changeInside(work, root, value, wanted, root.flow === true)) {
    const from = sourceItems(root)?.[0]?.start ?? root.range?.[0] ?? 0;
    const to = sourceItems(root)?.at(-1)?.end ?? root.range?.[1] ?? ended.length;
    const isBraced = root.flow === true;
    work.splices.push({
      from: isBraced ? (root.range?.[0] ?? from) : from,
      to: isBraced ? (root.range?.[1] ?? to) : to,
      text: renderYaml(wanted),
    });
  }
  return spliceText(ended, work.splices);
}

/** @returns false where the node as a whole has to be written anew. */
function changeInside(work: Work, node: Node, old: unknown, wanted: unknown, inFlow: boolean): boolean {
  if (isMap(node) && isObject(wanted)) return changeMap(work, node, old, wanted, inFlow || node.flow === true);
  if (isSeq(node) && Array.isArray(wanted) && Array.isArray(old))
    return changeRows(work, node, old, wanted, inFlow || node.flow === true);
  return false;
}

function changeMap(work: Work, map: YAMLMap, old: unknown, wanted: object, inFlow: boolean): boolean {
  const places = sourceItems(map);
  const hasMerge = map.items.some(({ key }) => isScalar(key) && isMergeKey(key.value));
  if (!places || (hasMerge && work.expands)) return false;
  const entries = map.items.map(({ key }, index) => ({
    name: isScalar(key) && !isMergeKey(key.value) ? nameOf(key.value) : undefined,
    place: places[index],
  }));
  const isKept = entries.map(({ name }) => name === undefined || Object.hasOwn(wanted, name));
  const own = new Set(entries.map(({ name }) => name));
  const added = Object.entries<unknown>({ ...wanted }).filter(
    ([name, value]) => !own.has(name) && !(hasMerge && isSame(fieldOf(old, name), value)),
  );
  if (!isKept.includes(true)) return false;
  for (const [index, { name, place }] of entries.entries())
    if (name !== undefined && place && isKept[index])
      changeValue(work, place, fieldOf(old, name), fieldOf(wanted, name), inFlow);
  removeItems(work, places, isKept, inFlow);
  const last = places.at(-1);
  if (!last || added.length === 0) return true;
  const lines = added.map(([name, value]) => renderYaml({ [name]: value }, { isFlow: inFlow }));
  addBehind(work, last, inFlow ? lines.map(unbraced) : lines, inFlow, last.start - lineStart(work.text, last.start));
  return true;
}

function changeRows(
  work: Work,
  list: YAMLSeq,
  old: readonly unknown[],
  wanted: readonly unknown[],
  inFlow: boolean,
): boolean {
  const places = sourceItems(list);
  if (!places || places.length !== old.length || wanted.length === 0) return false;
  const steps = alignRows(old, wanted);
  const isKept = old.map(() => false);
  for (const step of steps) if (step.step === 'keep') isKept[step.from] = true;
  const [first] = places;
  if (!first || !isKept.includes(true)) return false;
  const column = first.start - lineStart(work.text, first.start);
  let before: SourceItem | undefined;
  let waiting: string[] = [];
  for (const step of steps) {
    const place = step.step === 'add' ? undefined : places[step.from];
    if (step.step === 'keep' && place) changeValue(work, place, old[step.from], wanted[step.to], inFlow);
    if (step.step === 'add') {
      const row = renderYaml([wanted[step.to]], { isFlow: inFlow });
      const written = inFlow ? unbraced(row) : row;
      if (before) addBehind(work, before, [written], inFlow, column);
      else waiting.push(written);
    }
    if (place) before = place;
  }
  // Rows can only be added in front when the first one stays, since a removed row comes before an added one.
  if (waiting.length > 0) {
    const gap = inFlow ? ', ' : `\n${' '.repeat(column)}`;
    const text = waiting.map((row) => (inFlow ? row : indented(row, column)) + gap).join('');
    work.splices.push({ from: first.start, to: first.start, text });
    waiting = [];
  }
  removeItems(work, places, isKept, inFlow);
  return true;
}

function changeValue(work: Work, place: SourceItem, old: unknown, wanted: unknown, inFlow: boolean): void {
  const { value } = place;
  const isReference = isAlias(value);
  if (isSame(old, wanted) && !(work.expands && (isReference || isCollection(value)))) return;
  if (value && isCollection(value) && !isEmptyBraces(value, wanted, inFlow)) {
    if (changeInside(work, value, old, wanted, inFlow)) return;
  }
  rewrite(work, place, wanted, inFlow);
}

/** An empty pair of braces outside of brackets gives way to lines. */
function isEmptyBraces(value: Node, wanted: unknown, inFlow: boolean): boolean {
  return !inFlow && isCollection(value) && value.items.length === 0 && !isSame(wanted, {});
}

function rewrite(work: Work, place: SourceItem, wanted: unknown, inFlow: boolean): void {
  const { text } = work;
  const { value } = place;
  const isPlain = typeof wanted !== 'object' || wanted === null;
  const keepsAnchor = isPlain && isScalar(value) && value.anchor !== undefined && !value.tag;
  const from = keepsAnchor ? place.propertiesEnd : place.valueStart;
  const isRow = text[place.start] === '-' && place.valueStart === place.start + 1;
  const column = place.start - lineStart(text, place.start);
  const rest = text.slice(place.end, lineEnd(text, place.end)).trim();
  const style = {
    isFlow: inFlow,
    isQuoted: rest !== '' || keepsAnchor,
    quoting: isScalar(value) ? value.type : undefined,
  };
  if (inFlow) {
    const rendered = renderYaml(wanted, style);
    const gap = text[from - 1] === ':' || keepsAnchor ? ' ' : '';
    work.splices.push({ from, to: place.end, text: gap + rendered });
    return;
  }
  const rendered = isRow ? renderYaml([wanted], style).slice(1) : renderYaml({ k: wanted }, style).slice(2);
  work.splices.push({ from, to: place.end, text: indented(rendered, column) });
}

function removeItems(work: Work, places: readonly SourceItem[], isKept: readonly boolean[], inFlow: boolean): void {
  const { text } = work;
  for (let first = 0; first < places.length; first += 1) {
    if (isKept[first]) continue;
    let last = first;
    while (last + 1 < places.length && !isKept[last + 1]) last += 1;
    const [begin, end] = [places[first], places[last]];
    if (begin && end) {
      const next = places[last + 1];
      const before = places[first - 1];
      if (inFlow) {
        if (next) work.splices.push({ from: begin.start, to: next.start, text: '' });
        else if (before) work.splices.push({ from: before.end, to: end.end, text: '' });
      } else {
        const line = lineStart(text, begin.start);
        const behind = lineEnd(text, end.end);
        // The first entry behind a dash shares the line with it: the next one moves there.
        const isShared = text.slice(line, begin.start).trim() !== '';
        const gap = isShared ? (/^\s*/.exec(text.slice(behind))?.[0].length ?? 0) : 0;
        work.splices.push({ from: isShared ? begin.start : commentStart(text, line), to: behind + gap, text: '' });
      }
    }
    first = last;
  }
}

function addBehind(work: Work, last: SourceItem, lines: readonly string[], inFlow: boolean, column: number): void {
  if (inFlow) {
    work.splices.push({ from: last.end, to: last.end, text: lines.map((line) => `, ${line}`).join('') });
    return;
  }
  const at = lineEnd(work.text, last.end);
  const pad = ' '.repeat(column);
  work.splices.push({ from: at, to: at, text: lines.map((line) => `${pad}${indented(line, column)}\n`).join('') });
}

/** What stands inside the braces or brackets. */
function unbraced(text: string): string {
  return text.slice(1, -1).trim();
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
