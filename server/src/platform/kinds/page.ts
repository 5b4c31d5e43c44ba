import type { JsonSchema, KindManifest } from '@watchroom/contract/kinds';
import { stringify } from 'yaml';
import type { KindDeclaration } from './define.ts';
import { type Family, holdsList } from './family.ts';

interface Row {
  readonly path: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
}

type Place = Family<KindDeclaration<unknown>>['place'];

/** The documentation page of a kind: what it does, its fields, the rules across them, examples as documents. */
export function kindPage(
  { place, schema }: Pick<Family<KindDeclaration<unknown>>, 'place' | 'schema'>,
  manifest: KindManifest,
): string {
  const rows = rowsOf(manifest.schema, '');
  const working = rows.filter((row) => row.schema['x-unsupported'] !== true);
  const later = rows.filter((row) => row.schema['x-unsupported'] === true);
  const sections = [
    `<!-- Generated from the kind's file by \`npm run generate\`; do not edit. -->`,
    // A check and a connection may have one title.
    place.in === 'row' ? `# ${manifest.title} ${schema.title.toLowerCase()}` : `# ${manifest.title}`,
    manifest.summary,
    whereIn(place, manifest),
    '## Fields',
    table(['Field', 'Type', 'Default', 'Description'], working.map(fieldCells)),
  ];
  if (manifest.rules.length > 0)
    sections.push('## Rules across fields', manifest.rules.map((rule) => `- ${rule.message}`).join('\n'));
  if (later.length > 0)
    sections.push(
      '## Accepted, not supported yet',
      'An entry that uses one of these fields is kept and shown with the reason why it does not run.',
      table(
        ['Field', 'Description'],
        later.map((row) => [`\`${row.path}\``, cell(row.schema.description ?? '')]),
      ),
    );
  sections.push(
    '## Examples',
    ...manifest.examples.map((example) => `### ${example.title}\n\n${yaml(place, manifest, example.spec)}`),
  );
  return `${sections.join('\n\n')}\n`;
}

function rowsOf(schema: JsonSchema, prefix: string): readonly Row[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, child]) => {
    const path = `${prefix}${key}`;
    const row = { path, schema: child, required: schema.required?.includes(key) === true };
    if (child['x-unsupported']) return [row];
    const nested = [child, ...(child.anyOf ?? [])].flatMap((one) => rowsOf(one, `${path}.`));
    return [row, ...nested, ...(child.items ? rowsOf(child.items, `${path}[].`) : [])];
  });
}

function fieldCells({ path, schema, required }: Row): readonly string[] {
  const unit = schema['x-unit'] ? ` (${schema['x-unit']})` : '';
  const value = schema.default === undefined ? '' : `\`${JSON.stringify(schema.default)}\``;
  return [`\`${path}\``, cell(typeOf(schema)) + unit, required ? 'required' : value, cell(schema.description ?? '')];
}

function typeOf(schema: JsonSchema): string {
  if (schema['x-widget'] === 'duration') return 'duration';
  if (schema.enum) return schema.enum.map((value) => `\`${String(value)}\``).join(', ');
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' or ');
  if (schema.type === 'array') return schema.items ? `list of ${typeOf(schema.items)}` : 'list';
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object') return 'map';
  return typeof schema.type === 'string' ? schema.type : 'any';
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

function whereIn(place: Place, { id, documentKey }: KindManifest): string {
  if (place.in === 'row') return `The column \`${place.column}\` of such a row is \`${id}\`.`;
  return holdsList(place, documentKey)
    ? `Entries of this kind stand in the list \`${documentKey}\` of a document.`
    : `The entry of this kind stands under \`${documentKey}\` in a document.`;
}

function yaml(place: Place, { id, documentKey }: KindManifest, spec: Readonly<Record<string, unknown>>): string {
  const written =
    place.in === 'row'
      ? { [place.column]: id, ...spec }
      : { [documentKey]: holdsList(place, documentKey) ? [spec] : spec };
  return `\`\`\`yaml\n${stringify(written)}\`\`\``;
}
