import type { FieldRule, KindExample, KindManifest, KindNeed } from '@watchroom/contract/kinds';
import { z } from 'zod';

/** What every kind of every family declares in its one file. The file name is its id. */
export interface KindDeclaration<Spec> {
  readonly title: string;
  readonly summary: string;
  /** Tabler outline icon without prefix. */
  readonly icon: string;
  /** Kinds of one group stand together where one is chosen. */
  readonly group?: string;
  /** The key of the kind's entries in a document, where it is not the id. */
  readonly documentKey?: string;
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
    ...(kind.group !== undefined && { group: kind.group }),
    documentKey: kind.documentKey ?? id,
    schema: fieldsSchema(kind.schema),
    rules: kind.rules ?? [],
    examples: kind.examples,
    needs: kind.needs,
  };
}

/** JSON Schema 2020-12 of what a person or a document writes. */
export function fieldsSchema(schema: z.ZodType): KindManifest['schema'] {
  return z.toJSONSchema(schema, { io: 'input', reused: 'inline' }) as KindManifest['schema'];
}
