export { useFeatures } from './use-features.ts';
