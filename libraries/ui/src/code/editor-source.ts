import type { FormErrors, FormSchema } from '../form/form-schema.ts';

/** What the editor asks for while it works; the newest of each. */
export interface EditorSource {
  readonly schema: FormSchema | undefined;
  readonly errors: FormErrors;
  readonly onChange: (text: string) => void;
}

export interface SourceHolder {
  readonly current: EditorSource;
}
