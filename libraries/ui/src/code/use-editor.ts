import { EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useId, useRef } from 'react';
import { baseExtensions, takeOver } from './editor-extensions.ts';

interface EditorText {
  readonly text: string;
  readonly label: string;
  readonly onChange: (text: string) => void;
}

/**
 * An editor in an element, as long as the component lives. A text that comes from outside is one step of its undo history.
 * @param extensions called once.
 * @returns what the component renders: `host` takes the editor, `hint` is the id of its description.
 */
export function useEditor({ text, label, onChange }: EditorText, extensions: () => Extension) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const changed = useRef(onChange);
  const hint = useId();

  useEffect(() => {
    if (!host.current) return undefined;
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: text,
        extensions: [
          baseExtensions((next) => changed.current(next)),
          extensions(),
          // The library lets keys reach it without; axe wants it said.
          EditorView.contentAttributes.of({ tabindex: '0', 'aria-label': label, 'aria-describedby': hint }),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- The editor lives as long as the component; what changes reaches it through the effects below.
  }, []);

  useEffect(() => {
    changed.current = onChange;
  });
  useEffect(() => view.current && takeOver(view.current, text), [text]);
  return { host, view, hint };
}
