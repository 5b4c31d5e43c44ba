import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { type EditorView, hoverTooltip, type Tooltip } from '@codemirror/view';
import { cursorPlace } from '../document/cursor-path.ts';
import { type FieldWords, fieldWords, schemasAt } from '../document/schema-at.ts';
import { renderYaml } from '../document/render-yaml.ts';
import type { FormSchema } from '../form/form-schema.ts';
import type { SourceHolder } from './editor-source.ts';

/** Offers the fields, or the values, that the schema knows where the cursor stands. */
export function completeFields(source: SourceHolder) {
  return (context: CompletionContext): CompletionResult | null => {
    const { schema } = source.current;
    if (!schema) return null;
    const place = cursorPlace(context.state.doc.toString(), context.pos);
    if (!context.explicit && place.from === context.pos) return null;
    const schemas = schemasAt(schema, place.path);
    const options = place.isName ? [...fieldsOf(schema, schemas, place.path), ...valuesOf(schemas)] : valuesOf(schemas);
    return options.length === 0 ? null : { from: place.from, options, validFor: /^[\w.@/-]*$/ };
  };
}

function fieldsOf(root: FormSchema, schemas: readonly FormSchema[], path: readonly string[]): readonly Completion[] {
  const names = new Set(schemas.flatMap(({ properties = {} }) => Object.keys(properties)));
  return [...names].map((name) => {
    const words = fieldWords(schemasAt(root, [...path, name]));
    return {
      label: name,
      apply: `${name}: `,
      type: 'property',
      ...(words.type && { detail: words.type }),
      ...(words.description && { info: words.description }),
    };
  });
}

function valuesOf(schemas: readonly FormSchema[]): readonly Completion[] {
  return fieldWords(schemas).choices.map((choice) => ({ label: renderYaml(choice), type: 'enum' }));
}

/** Says what a field is while the pointer rests on its name. */
export function explainField(source: SourceHolder) {
  return hoverTooltip((view: EditorView, position: number): Tooltip | null => {
    const { schema } = source.current;
    const line = view.state.doc.lineAt(position);
    const [, before = '', name] = /^(\s*(?:- +)*)([^\s#:][^:]*):(?=\s|$)/.exec(line.text) ?? [];
    if (!schema || name === undefined) return null;
    const from = line.from + before.length;
    const to = from + name.length;
    if (position < from || position > to) return null;
    const { path } = cursorPlace(view.state.doc.toString(), to + 1);
    const schemas = schemasAt(schema, path);
    if (schemas.length === 0) return null;
    return { pos: from, end: to, above: true, create: () => ({ dom: explanation(name, fieldWords(schemas)) }) };
  });
}

function explanation(name: string, words: FieldWords): HTMLElement {
  const dom = document.createElement('div');
  dom.className = 'cm-field';
  const add = (tag: string, text: string) => {
    const part = document.createElement(tag);
    part.textContent = text;
    dom.append(part);
  };
  add('strong', name);
  if (words.type) add('code', words.type);
  if (words.description) add('p', words.description);
  if (words.default !== undefined) add('p', `Default: ${renderYaml(words.default, { isFlow: true })}`);
  if (words.choices.length > 0) add('p', `One of ${words.choices.join(', ')}`);
  return dom;
}
