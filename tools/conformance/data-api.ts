import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureConformance } from '@watchroom/data-api/conformance';
import { startEmbeddedPostgres } from '@watchroom/embedded-postgres';

/** Prints how many of PostgREST's published answers the data API gives. */
export async function run(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-'));
  const { stop, socketDirectory: host, port, superuser } = await startEmbeddedPostgres({ folder, fast: true });
  try {
    const { rates, surprises } = await measureConformance({ host, port, superuser });
    for (const text of surprises) console.log(text);
    console.log(rates);
    return surprises.length === 0;
  } finally {
    await stop();
    await rm(folder, { recursive: true, force: true });
  }
}
