import {
  autocompletion,
  closeCompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  pickedCompletion,
  selectedCompletion,
} from '@codemirror/autocomplete';
import { type Extension, Prec } from '@codemirror/state';
import { type EditorView, keymap } from '@codemirror/view';

/** What may stand at a position of a script. */
export interface ScriptCompletions {
  /** Where the text begins that an option replaces. */
  readonly from: number;
  readonly options: readonly ScriptOption[];
}

export interface ScriptOption {
  readonly label: string;
  /** Variables are shown before functions. */
  readonly kind: 'variable' | 'function';
  readonly notes: readonly { readonly code?: string; readonly text: string }[];
  readonly example?: string;
  /** What puts the example into the script, and where it begins. */
  readonly insert?: { readonly from: number; readonly text: string };
}

/** @param position code units from the beginning */
export type CompleteScript = (text: string, position: number) => Promise<ScriptCompletions | undefined>;

interface ShownOption extends Completion {
  readonly option: ScriptOption;
}

/** Completes the names of a script. Ctrl+Enter inserts the example of the selected option. */
export function scriptCompletion(complete: CompleteScript): Extension {
  return [
    autocompletion({ override: [source(complete)], icons: false }),
    Prec.highest(keymap.of([{ key: 'Ctrl-Enter', run: insertSelected }])),
  ];
}

function source(complete: CompleteScript) {
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const found = await complete(context.state.doc.toString(), context.pos);
    if (!found) return null;
    const { from, options } = found;
    const isAfterDot = context.state.sliceDoc(from - 1, from) === '.';
    if (!context.explicit && from === context.pos && !isAfterDot) return null;
    return { from, options: options.map(shown), validFor: /^[\w$]*$/ };
  };
}

function shown(option: ScriptOption): ShownOption {
  return {
    option,
    label: option.label,
    type: option.kind,
    boost: option.kind === 'variable' ? 99 : 0,
    info: () => panel(option),
  };
}

function panel({ notes, example, insert }: ScriptOption): HTMLElement {
  const dom = document.createElement('div');
  dom.className = 'cm-notes';
  const add = (tag: string, text: string) => {
    const part = document.createElement(tag);
    part.textContent = text;
    dom.append(part);
  };
  for (const { code, text } of notes) {
    if (code !== undefined) add('code', code);
    add('p', text);
  }
  if (example !== undefined) add('pre', example);
  if (insert) add('small', 'Ctrl+Enter inserts the example.');
  return dom;
}

function insertSelected(view: EditorView): boolean {
  const selected = selectedCompletion(view.state) as ShownOption | null;
  const insert = selected?.option.insert;
  if (!selected || !insert) return false;
  const { head } = view.state.selection.main;
  view.dispatch({
    changes: { from: insert.from, to: head, insert: insert.text },
    selection: { anchor: insert.from + insert.text.length },
    annotations: pickedCompletion.of(selected),
    userEvent: 'input.complete',
    scrollIntoView: true,
  });
  closeCompletion(view);
  return true;
}
