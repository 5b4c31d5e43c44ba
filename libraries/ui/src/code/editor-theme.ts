import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const float = {
  border: '1px solid var(--ui-border)',
  borderRadius: 'var(--ui-radius)',
  background: 'var(--ui-surface)',
  color: 'var(--ui-text)',
  boxShadow: 'var(--ui-float-shadow)',
};

const look = EditorView.theme({
  '&': { height: '100%', background: 'var(--ui-raised)', color: 'var(--ui-text)' },
  '&.cm-focused': { outline: 'none' },
  // Over the gutter, which an outline would lie under.
  '&.cm-focused::after': {
    content: '""',
    position: 'absolute',
    inset: 0,
    zIndex: 250,
    border: '2px solid var(--ui-accent)',
    borderRadius: 'inherit',
    pointerEvents: 'none',
  },
  '.cm-scroller': { font: '13px / 20px var(--ui-mono)' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--ui-text)' },
  '.cm-cursor': { borderLeftColor: 'var(--ui-text)' },
  '.cm-gutters': { border: 'none', background: 'var(--ui-raised)', color: 'var(--ui-faint)' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '32px' },
  '.cm-activeLine, .cm-activeLineGutter': { background: 'var(--ui-hover)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'var(--ui-accent-soft)',
  },
  '.cm-selectionMatch, &.cm-focused .cm-matchingBracket': {
    background: 'var(--ui-accent-soft)',
    outline: '1px solid var(--ui-border)',
  },
  '.cm-searchMatch': { background: 'var(--ui-warning-soft)', outline: '1px solid var(--ui-warning)' },
  '.cm-searchMatch-selected': { background: 'var(--ui-accent-soft)' },
  '.cm-foldPlaceholder': { border: 'none', background: 'var(--ui-hover)', color: 'var(--ui-muted)' },
  '.cm-panels': { borderColor: 'var(--ui-line)', background: 'var(--ui-surface)', color: 'var(--ui-text)' },
  '.cm-panels-top': { borderBottom: '1px solid var(--ui-line)' },
  '.cm-panel.cm-search': { padding: '8px 32px 8px 8px', font: '13px var(--ui-font)' },
  '.cm-textfield': { ...float, boxShadow: 'none', font: '13px var(--ui-font)' },
  '.cm-button': { ...float, boxShadow: 'none', backgroundImage: 'none', font: '13px var(--ui-font)' },
  '.cm-tooltip': { ...float, maxWidth: '420px', font: '13px / 1.45 var(--ui-font)' },
  '.cm-tooltip-autocomplete > ul': { font: '13px var(--ui-mono)' },
  '.cm-tooltip-autocomplete > ul > li': { padding: '4px 8px' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    background: 'var(--ui-accent-soft)',
    color: 'var(--ui-accent-text)',
  },
  '.cm-completionDetail': { color: 'var(--ui-muted)', fontStyle: 'normal' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' },
  '.cm-tooltip .cm-field': { padding: '8px 12px' },
  '.cm-field code': { marginLeft: '8px', color: 'var(--ui-muted)', font: '12px var(--ui-mono)' },
  '.cm-field p': { marginTop: '4px' },
  '.cm-notes code, .cm-notes pre': {
    font: '12px / 18px var(--ui-mono)',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
  '.cm-notes p': { margin: '2px 0 8px', color: 'var(--ui-muted)' },
  '.cm-notes pre': { margin: '0', padding: '4px 8px', borderRadius: '4px', background: 'var(--ui-hover)' },
  '.cm-notes small': { display: 'block', marginTop: '4px', color: 'var(--ui-muted)' },
  '.cm-diagnostic': { padding: '8px 12px', borderLeft: '4px solid var(--ui-unhealthy)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--ui-warning)' },
  // The library's marks are images in data: addresses, which a strict policy does not load.
  '.cm-lint-marker': { width: '10px', height: '10px', margin: '5px 0 0 2px' },
  '.cm-lint-marker-error': {
    content: 'normal',
    background: 'var(--ui-unhealthy)',
    clipPath: 'polygon(30% 0, 70% 0, 100% 30%, 100% 70%, 70% 100%, 30% 100%, 0 70%, 0 30%)',
  },
  '.cm-lint-marker-warning': {
    content: 'normal',
    background: 'var(--ui-warning)',
    clipPath: 'polygon(50% 0, 100% 100%, 0 100%)',
  },
  '.cm-lintRange-error': { backgroundImage: 'none', borderBottom: '2px solid var(--ui-unhealthy)' },
  '.cm-lintRange-warning': { backgroundImage: 'none', borderBottom: '2px dotted var(--ui-warning)' },
});

const colors = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--ui-accent-text)' },
  { tag: [tags.string, tags.content, tags.attributeValue], color: 'var(--ui-text)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--ui-warning-text)' },
  { tag: [tags.comment, tags.lineComment], color: 'var(--ui-faint)' },
  { tag: [tags.labelName, tags.typeName, tags.keyword, tags.meta], color: 'var(--ui-healthy-text)' },
  { tag: tags.special(tags.string), color: 'var(--ui-healthy-text)' },
  { tag: tags.controlKeyword, color: 'var(--ui-accent-text)' },
  { tag: [tags.punctuation, tags.separator, tags.squareBracket, tags.brace], color: 'var(--ui-muted)' },
]);

/** Both themes come from the tokens, so that a change of theme needs no other editor. */
export const editorTheme: Extension = [look, syntaxHighlighting(colors)];
