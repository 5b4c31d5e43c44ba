import { Document, isCollection, type Scalar, visit } from 'yaml';

export interface Rendering {
  /** On one line, as inside brackets. */
  readonly isFlow?: boolean;
  /** Texts of several lines are quoted rather than written as a block. */
  readonly isQuoted?: boolean;
  /** The way of quoting to keep, for a text. */
  readonly quoting?: Scalar.Type | undefined;
}

/** A value as YAML, without the last line break. What an old reader would take for something else is quoted. */
export function renderYaml(value: unknown, { isFlow = false, isQuoted = false, quoting }: Rendering = {}): string {
  const document = new Document(value, { compat: 'yaml-1.1', aliasDuplicateObjects: false });
  visit(document, {
    Scalar(place, scalar, path) {
      if (typeof scalar.value !== 'string') return;
      // A bare << would bring in the fields of another mapping.
      if (place === 'key') {
        if (scalar.value === '<<' || scalar.value.includes('\n')) scalar.type = 'QUOTE_DOUBLE';
      } else if (scalar.value.includes('\n'))
        scalar.type = isFlow || isQuoted || !fitsBlock(scalar.value) ? 'QUOTE_DOUBLE' : 'BLOCK_LITERAL';
      else if (quoting?.startsWith('QUOTE') && path.length <= 3) scalar.type = quoting;
    },
    Collection(_, node) {
      if (isFlow && isCollection(node)) node.flow = true;
    },
  });
  return document.toString({ lineWidth: 0, flowCollectionPadding: true }).replace(/\n$/, '');
}

function fitsBlock(text: string): boolean {
  return /^[^\s#][^\r\t\u0085\u2028\u2029]*$/.test(text) && !/[ ]\n|\n\n$|[ ]$/.test(text);
}

/** Every line but the first moved to the right. */
export function indented(text: string, columns: number): string {
  return text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(columns)}`);
}
