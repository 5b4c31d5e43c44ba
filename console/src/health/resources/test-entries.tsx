import type { KindManifest } from '@watchroom/contract/kinds';
import type { FormValue } from '@watchroom/ui';
import { ApiError } from '../../app/api-error.ts';
import { testEntry } from '../api.ts';
import { ResultLine } from '../components/ResultLine.tsx';

/** Runs each entry once. An error is placed at its field in the document. */
export async function testEntries({ id, title, documentKey }: KindManifest, entries: readonly FormValue[]) {
  const results = entries.map(async (spec, index) => {
    try {
      return await testEntry({ kind: id, spec: { name: title, ...spec } });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const fields = Object.entries(error.fields).map(([path, reason]) => [
        `spec.${documentKey}[${index}].${path}`,
        reason,
      ]);
      throw new ApiError(error.code, error.message, Object.fromEntries(fields) as Readonly<Record<string, string>>);
    }
  });
  // Entries have no identity of their own, and the results are never reordered.
  return (await Promise.all(results)).map((result, index) => <ResultLine key={`entry ${index}`} result={result} />);
}
