/** Puts the focus on the first field of a form that has an error; call it after the errors were drawn. */
export function focusFirstError(container: ParentNode | null): void {
  container?.querySelector<HTMLElement>(':is(input, textarea, select)[aria-invalid="true"]')?.focus();
}
