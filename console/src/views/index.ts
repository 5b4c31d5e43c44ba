export { type SavedView, savedViewsQuery, useRemoveView, useSaveView } from './api.ts';
