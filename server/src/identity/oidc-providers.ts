import { readFile } from 'node:fs/promises';
import { isMap, isSeq, parseDocument } from 'yaml';
import { ConfigError } from '../platform/config/setting.ts';
import type { OidcProvider } from './oidc/provider.ts';
import { type Entry, readProvider } from './oidc/read-provider.ts';

export type { OidcProvider };

/**
 * Reads the YAML file that WATCHROOM_OIDC names; without one nobody signs in by a provider.
 * @throws ConfigError with one sentence for each wrong entry; never with a secret.
 */
export async function loadOidcProviders(file: string | undefined): Promise<readonly OidcProvider[]> {
  if (file === undefined) return [];
  return readOidcProviders(await textOf(file), file);
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new ConfigError(`The file ${file} of WATCHROOM_OIDC cannot be read (${reason}).`);
  }
}

function readOidcProviders(text: string, file: string): readonly OidcProvider[] {
  const problems: string[] = [];
  const providers = entriesOf(text, file).flatMap((entry, index) => {
    const read = isRecord(entry) ? readProvider(entry) : ['is not a list of settings'];
    if (!Array.isArray(read)) return [read];
    const name = isRecord(entry) && typeof entry['id'] === 'string' ? ` "${entry['id']}"` : '';
    problems.push(...read.map((problem) => `${file}: provider ${index + 1}${name} ${problem}.`));
    return [];
  });
  for (const [id, same] of Object.entries(Object.groupBy(providers, (provider) => provider.id)))
    if ((same?.length ?? 0) > 1) problems.push(`${file}: several providers have the id "${id}"; give each its own.`);
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return providers;
}

/** Scalars stay as they were typed: a client id of digits alone is no number. */
function entriesOf(text: string, file: string): readonly unknown[] {
  const document = parseDocument(text, { schema: 'failsafe', prettyErrors: false });
  const broken = document.errors[0];
  if (broken) throw new ConfigError(`${file} is no YAML: ${broken.message}.`);
  const { contents } = document;
  if (contents === null) return [];
  const content: unknown = document.toJS();
  if (isSeq(contents) && Array.isArray(content)) return content;
  const inner = isMap(contents) && isRecord(content) ? content['providers'] : undefined;
  if (Array.isArray(inner)) return inner;
  throw new ConfigError(`${file} must be a list of providers, each beginning with "- id: …".`);
}

function isRecord(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
