import type { Failure } from './failure.ts';
import type { FunctionGroup } from './functions/define.ts';
import type { Limits } from './limits.ts';
import type { Environment, Run } from './run.ts';
import type { Value } from './values/value.ts';

export interface LanguageOptions {
  readonly variables: readonly string[] | undefined;
  readonly unknownIsNull: boolean;
  readonly tolerant: boolean;
  readonly functions: readonly FunctionGroup[];
  readonly limits: Limits;
}

/** A compiled text, and what is wrong with it. What is wrong does not keep it from running, as far as it gets. */
export interface Compiled {
  readonly problems: readonly Failure[];
  readonly run: (run: Run) => Value;
}

export interface Language {
  /** Its values are texts, which a person wants to see as they are and not as JSON. */
  readonly givesText?: true;
  /** @throws Failure if the text cannot be read at all. */
  readonly compile: (text: string, options: LanguageOptions) => Compiled;
}

/** What an evaluation is to give: plain data, its JSON, its text, or {@link Shown}. */
export type Form = 'value' | 'json' | 'text' | 'shown';

/** A value as JSON and as text. */
export interface Shown {
  readonly json: string;
  readonly text: string;
}

/** A compiled text that runs somewhere else than on the calling thread. */
export interface RemoteCompiled {
  readonly problems: readonly Failure[];
  /** @throws Failure */
  readonly answer: (env: Environment, form: Form) => Promise<unknown>;
}

export interface RemoteLanguage {
  readonly remote: true;
  /** @throws Failure if the text cannot be read at all. */
  readonly compile: (text: string, options: LanguageOptions) => RemoteCompiled;
}
