export function SchemaForm() {
  return null;
}
