/** How an editor is left by keyboard, for those who hear the page. */
export function EditorHint({ id }: { readonly id: string }) {
  return (
    <p id={id} className="ui-hidden">
      Tab indents. Press Escape, then Tab, to leave the editor. Ctrl+Space completes.
    </p>
  );
}
