import { lintGutter, setDiagnostics } from '@codemirror/lint';
import { EditorView } from '@codemirror/view';
import { type Ref, useEffect, useImperativeHandle } from 'react';
import classes from './code.module.css';
import { EditorHint } from './EditorHint.tsx';
import { type CompleteScript, scriptCompletion } from './script-completion.ts';
import { scriptSyntax, type ScriptSyntax } from './script-syntax.ts';
import { markedRange, type TextMark } from './text-marks.ts';
import { useEditor } from './use-editor.ts';

export interface ScriptEditorHandle {
  /** Puts a text in place of the selection and gives the focus to the editor. */
  insert(text: string): void;
}

interface Props {
  readonly text: string;
  readonly label: string;
  /** Of the moment at which the editor is first drawn; use a `key` to change it. */
  readonly syntax: ScriptSyntax;
  /** What is wrong with the text. Keep one list as long as it is the same. */
  readonly marks?: readonly TextMark[];
  /** What completes names; like `syntax`, of the moment at which the editor is first drawn. */
  readonly complete: CompleteScript;
  readonly onChange: (text: string) => void;
  readonly ref?: Ref<ScriptEditorHandle>;
}

/** An editor for a script of a few lines, which grows with its text. */
export function ScriptEditor({ text, label, syntax, marks = NO_MARKS, complete, onChange, ref }: Props) {
  const { host, view, hint } = useEditor({ text, label, onChange }, () => [
    scriptSyntax(syntax),
    scriptCompletion(complete),
    lintGutter(),
    EditorView.lineWrapping,
  ]);

  useEffect(() => {
    if (!view.current) return;
    const { state } = view.current;
    const written = state.doc.toString();
    const found = marks.map((mark) => ({
      ...markedRange(written, mark),
      severity: 'error' as const,
      message: mark.message,
    }));
    view.current.dispatch(setDiagnostics(state, found));
  }, [view, marks]);
  useImperativeHandle(ref, () => ({
    insert(added) {
      if (!view.current) return;
      view.current.dispatch(view.current.state.replaceSelection(added), { scrollIntoView: true });
      view.current.focus();
    },
  }));
  return (
    <div className={classes['editor']} data-size="script">
      <div ref={host} className={classes['host']} />
      <EditorHint id={hint} />
    </div>
  );
}

const NO_MARKS: readonly TextMark[] = [];
