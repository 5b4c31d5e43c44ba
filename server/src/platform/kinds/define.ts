import type { FieldRule, KindExample, KindManifest, KindNeed } from '@watchroom/contract/kinds';
import { z } from 'zod';

/** What every kind of every family declares in its one file. The file name is its id. */
export interface KindDeclaration<Spec> {
  readonly title: string;
  readonly summary: string;
  /** Tabler outline icon without prefix. */
  readonly icon: string;
  /** The key of the kind's list in a document. */
  readonly documentKey: string;
  /** A strict object; every field described. Only what survives the step to JSON Schema. */
  readonly schema: z.ZodType<Spec>;
  readonly rules?: readonly FieldRule[];
  /** Entries that must pass; the first is the form's starting value. */
  readonly examples: readonly KindExample[];
  /** Entries that must fail, each with the path and the reason that the error must name. */
  readonly rejects: readonly KindReject[];
  readonly needs: readonly KindNeed[];
}

export interface KindReject {
  readonly spec: Readonly<Record<string, unknown>>;
  readonly path: string;
  readonly reason: string;
}

/** The manifest that contract, console and docs are generated from. */
export function manifestOf(id: string, kind: KindDeclaration<unknown>): KindManifest {
  return {
    id,
    title: kind.title,
    summary: kind.summary,
    icon: kind.icon,
    documentKey: kind.documentKey,
    schema: z.toJSONSchema(kind.schema, { io: 'input', reused: 'inline' }) as KindManifest['schema'],
    rules: kind.rules ?? [],
    examples: kind.examples,
    needs: kind.needs,
  };
}
