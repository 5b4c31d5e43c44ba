import type { DocumentKind, ReadDocument } from '../document-kind.ts';

/** Keeps the spec as it is. */
export const read: ReadDocument = (spec) => ('wrong' in spec ? { refused: 'is wrong' } : { keys: Object.keys(spec) });

/** A kind that only reads. */
export const madeUpKind: DocumentKind = {
  kind: 'Note',
  takesUnnamed: true,
  resourceType: 'note',
  reader: new URL(import.meta.url),
  sync: () => {
    throw new Error('documents of this kind are never written');
  },
};
