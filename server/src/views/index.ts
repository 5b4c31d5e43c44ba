export { savedViewWords } from './words.ts';
