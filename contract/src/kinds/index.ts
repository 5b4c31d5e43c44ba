import { operation } from '../operation.ts';

/**
 * What the console and the documentation know of a kind: everything that its file declares except the code.
 * Derived from `server/src/<room>/kinds/<kind>.ts`; never written by hand.
 */
export interface KindManifest {
  /** The file name of the kind; its id everywhere. */
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  /** Name of a Tabler outline icon without prefix, for example `world`. */
  readonly icon: string;
  /** Kinds of one group stand together where one is chosen. */
  readonly group?: string;
  /** The key of the kind's list in a document, for example `http`. */
  readonly documentKey: string;
  /** JSON Schema 2020-12 of one entry; field extensions are listed in {@link FieldHints}. */
  readonly schema: JsonSchema;
  /** Rules across fields, which JSON Schema would say unreadably. */
  readonly rules: readonly FieldRule[];
  /** Entries that are valid; the first is the form's starting value. */
  readonly examples: readonly KindExample[];
  /** What a run needs of the machine: `network` for an outbound connection, `raw-socket` for ICMP. */
  readonly needs: readonly KindNeed[];
}

/** What lists and pickers know of a kind; its schema is loaded when its form opens. */
export type ListedKind = Pick<KindManifest, 'id' | 'title' | 'summary' | 'icon' | 'group' | 'documentKey'>;

/** How the kinds of a room are asked for. Schemas hold nothing of an installation. */
export function kindOperations(room: string) {
  const list = `/api/schemas/${room}.kinds.json`;
  return {
    list: operation<readonly ListedKind[]>('GET', list, 'public'),
    get: operation<KindManifest>('GET', `/api/schemas/${room}.kinds/:kind`, 'public'),
  };
}

export type KindNeed = 'network' | 'raw-socket';

export interface KindExample {
  readonly title: string;
  readonly spec: Readonly<Record<string, unknown>>;
}

/**
 * A rule across fields of one entry. Paths are dotted (`tlsConfig.cert`). When every path of `when` is present
 * (a rule without `when` always holds), at least one of `require` must be present and none of `forbid`.
 */
export interface FieldRule {
  readonly when?: readonly string[];
  readonly require?: readonly string[];
  readonly forbid?: readonly string[];
  /** A sentence for the person who broke the rule: what to do instead. */
  readonly message: string;
}

/** Extensions of JSON Schema that the form and the documentation read. */
export interface FieldHints {
  /** How the form shows the field. */
  readonly 'x-widget'?:
    | 'duration'
    | 'text-area'
    | 'secret'
    | 'key-values'
    | 'icon'
    | 'code'
    | 'selector'
    | 'schedule'
    | 'connection'
    | 'script'
    | 'labels'
    | 'response-codes'
    | 'memory'
    | 'millicores';
  /** Which schedules are offered, for the widget `schedule`. */
  readonly 'x-schedule'?: 'short' | 'medium' | 'default' | 'generic';
  /** The value is a number of nanoseconds while a person types a duration. */
  readonly 'x-stored'?: 'nanoseconds';
  /** The choices that the form offers of a longer list. */
  readonly 'x-choices'?: readonly string[];
  /** The field is asked for only while a field beside it has such a value; absent counts as its default. */
  readonly 'x-when'?: {
    readonly field: string;
    readonly in?: readonly unknown[];
    readonly notIn?: readonly unknown[];
  };
  /** Fields of one object that are edited together. */
  readonly 'x-group'?: 'authentication';
  /** An object behind a switch; switching it off clears it. */
  readonly 'x-guarded'?: boolean;
  /** The fields of an object stand in the form at once; nothing sets or leaves out the object itself. */
  readonly 'x-open'?: true;
  /** `basic` fields stand in the form at once, the others under "More fields". */
  readonly 'x-level'?: 'basic' | 'more';
  /** Accepted and stored, but a check that uses the field cannot run yet; the form does not offer it. */
  readonly 'x-unsupported'?: true;
  /** A unit written behind the input, for example `ms`. */
  readonly 'x-unit'?: string;
  /** Documents may put a template here, which is not rendered yet. */
  readonly 'x-template'?: true;
  /** Documents may put a reference such as `secret://name/key` here, which is not resolved yet. */
  readonly 'x-reference'?: true;
  /** Taken from documents with a warning; the form does not offer it. */
  readonly deprecated?: boolean;
}

export interface JsonSchema extends FieldHints {
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly format?: string;
}
