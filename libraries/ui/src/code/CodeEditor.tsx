import { Compartment, EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useId, useRef } from 'react';
import type { FormErrors, FormSchema } from '../form/form-schema.ts';
import classes from './code.module.css';
import { editorExtensions, readOnlyExtension, takeOver } from './editor-extensions.ts';
import { recheck } from './editor-lint.ts';
import type { EditorSource } from './editor-source.ts';

interface Props {
  readonly text: string;
  readonly label: string;
  readonly schema?: FormSchema | undefined;
  /** What the caller knows to be wrong, by dotted path. */
  readonly errors?: FormErrors | undefined;
  readonly isReadOnly?: boolean | undefined;
  readonly onChange: (text: string) => void;
}

/** An editor for YAML that fills its parent. A text that comes from outside is one step of its undo history. */
export function CodeEditor({ text, label, schema, errors = NO_ERRORS, isReadOnly = false, onChange }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const source = useRef<EditorSource>({ schema, errors, onChange });
  const writing = useRef(new Compartment());
  const hint = useId();

  useEffect(() => {
    if (!host.current) return undefined;
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: text,
        extensions: [
          editorExtensions(source),
          EditorView.contentAttributes.of({ 'aria-label': label, 'aria-describedby': hint }),
          writing.current.of(readOnlyExtension(isReadOnly)),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- The editor lives as long as the component; what changes reaches it through the effects below.
  }, []);

  useEffect(() => {
    source.current = { schema, errors, onChange };
  });
  useEffect(() => view.current && takeOver(view.current, text), [text]);
  useEffect(() => view.current && recheck(view.current), [schema, errors]);
  useEffect(
    () => view.current?.dispatch({ effects: writing.current.reconfigure(readOnlyExtension(isReadOnly)) }),
    [isReadOnly],
  );
  return (
    <div className={classes['editor']}>
      <div ref={host} className={classes['host']} />
      <p id={hint} className="ui-hidden">
        Tab indents. Press Escape, then Tab, to leave the editor. Ctrl+Space completes.
      </p>
    </div>
  );
}

const NO_ERRORS: FormErrors = {};
