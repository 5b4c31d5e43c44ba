import type { Language, RemoteLanguage } from '../language.ts';
import { cel } from './cel/index.ts';
import { javascript } from './javascript/index.ts';
import { jsonpath } from './jsonpath/index.ts';
import { template } from './template/index.ts';

/** Every language, by the name that callers use. */
export const LANGUAGES = { cel, template, javascript, jsonpath } satisfies Readonly<
  Record<string, Language | RemoteLanguage>
>;

export type LanguageName = keyof typeof LANGUAGES;
