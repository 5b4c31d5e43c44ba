import { defineRoom } from '../platform/rooms/room.ts';
import { savedViewWords } from './words.ts';

/** Saved views live in the data API alone. */
export const room = defineRoom({
  open: () => ({ tables: { words: savedViewWords } }),
});
