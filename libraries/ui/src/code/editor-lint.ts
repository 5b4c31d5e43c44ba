import { linter, lintGutter } from '@codemirror/lint';
import { type Extension, StateEffect } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { findProblems } from '../document/find-problems.ts';
import type { SourceHolder } from './editor-source.ts';

/** Milliseconds; long enough that a person who types is not checked at every key. */
const PAUSE = 200;

const sourceChanged = StateEffect.define<null>();

/** Marks in the gutter and under the text, with words under the pointer. */
export function problemMarks(source: SourceHolder): Extension {
  return [
    linter(
      (view) => {
        const { schema, errors } = source.current;
        return findProblems(view.state.doc.toString(), schema, errors).map(({ path: _, ...mark }) => mark);
      },
      {
        delay: PAUSE,
        needsRefresh: ({ transactions }) =>
          transactions.some(({ effects }) => effects.some((effect) => effect.is(sourceChanged))),
      },
    ),
    lintGutter(),
  ];
}

/** Checks again soon, because schema or errors are others now. */
export function recheck(view: EditorView): void {
  view.dispatch({ effects: sourceChanged.of(null) });
}
