import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit } from '@codemirror/language';
import { lintKeymap } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Annotation, EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { completeFields, explainField } from './editor-fields.ts';
import { problemMarks } from './editor-lint.ts';
import type { SourceHolder } from './editor-source.ts';
import { editorTheme } from './editor-theme.ts';

const fromOutside = Annotation.define<boolean>();

/** What every editor has. @param changed gets the text after each change that was made in the editor */
export function baseExtensions(changed: (text: string) => void): Extension {
  return [
    lineNumbers(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    history(),
    drawSelection(),
    indentUnit.of('  '),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    highlightSelectionMatches(),
    search({ top: true }),
    editorTheme,
    keymap.of([
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...foldKeymap,
      ...lintKeymap,
      ...defaultKeymap,
      indentWithTab,
    ]),
    // The list of completions scrolls, so the keyboard must be able to reach it; the library replaces it at every change.
    EditorView.updateListener.of(({ view }) => {
      view.dom.querySelector('.cm-tooltip-autocomplete > [role=listbox]')?.setAttribute('tabindex', '0');
    }),
    EditorView.updateListener.of((update) => {
      if (!update.docChanged || update.transactions.some((each) => each.annotation(fromOutside))) return;
      changed(update.state.doc.toString());
    }),
  ];
}

/** What an editor of YAML has besides. */
export function yamlExtensions(source: SourceHolder): Extension {
  return [
    foldGutter(),
    yaml(),
    autocompletion({ override: [completeFields(source)], icons: false }),
    explainField(source),
    problemMarks(source),
  ];
}

export function readOnlyExtension(isReadOnly: boolean): Extension {
  // It keeps the focus, so that it can be read, searched and copied by keyboard.
  return [
    EditorState.readOnly.of(isReadOnly),
    EditorView.contentAttributes.of({ 'aria-readonly': String(isReadOnly) }),
  ];
}

/** Makes the editor show a text that came from elsewhere, as one step that can be undone; the cursor stays. */
export function takeOver(view: EditorView, text: string): void {
  const old = view.state.doc.toString();
  if (old === text) return;
  let from = 0;
  while (from < old.length && from < text.length && old[from] === text[from]) from += 1;
  let end = 0;
  const room = Math.min(old.length, text.length) - from;
  while (end < room && old.at(-1 - end) === text.at(-1 - end)) end += 1;
  view.dispatch({
    changes: { from, to: old.length - end, insert: text.slice(from, text.length - end) },
    annotations: [fromOutside.of(true), isolateHistory.of('full')],
  });
}
