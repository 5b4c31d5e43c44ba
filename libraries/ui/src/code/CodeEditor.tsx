import { Compartment } from '@codemirror/state';
import { useEffect, useRef } from 'react';
import type { FormErrors, FormSchema } from '../form/form-schema.ts';
import classes from './code.module.css';
import { EditorHint } from './EditorHint.tsx';
import { readOnlyExtension, yamlExtensions } from './editor-extensions.ts';
import { recheck } from './editor-lint.ts';
import type { EditorSource } from './editor-source.ts';
import { useEditor } from './use-editor.ts';

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
  const writing = useRef(new Compartment());
  const source = useRef<EditorSource>({ schema, errors });
  const { host, view, hint } = useEditor({ text, label, onChange }, () => [
    yamlExtensions(source),
    writing.current.of(readOnlyExtension(isReadOnly)),
  ]);

  useEffect(() => {
    source.current = { schema, errors };
  });
  useEffect(() => view.current && recheck(view.current), [view, schema, errors]);
  useEffect(
    () => view.current?.dispatch({ effects: writing.current.reconfigure(readOnlyExtension(isReadOnly)) }),
    [view, isReadOnly],
  );
  return (
    <div className={classes['editor']}>
      <div ref={host} className={classes['host']} />
      <EditorHint id={hint} />
    </div>
  );
}

const NO_ERRORS: FormErrors = {};
