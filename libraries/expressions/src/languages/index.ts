import type { Language } from '../language.ts';
import { cel } from './cel/index.ts';

/** Every language, by the name that callers use. */
export const LANGUAGES = { cel } satisfies Readonly<Record<string, Language>>;

export type LanguageName = keyof typeof LANGUAGES;
