import type { FormErrors, FormSchema } from '../form/form-schema.ts';

/** What the editor asks for while it works; the newest of each. */
export interface EditorSource {
  readonly schema: FormSchema | undefined;
  readonly errors: FormErrors;
}

export interface SourceHolder {
  readonly current: EditorSource;
}
