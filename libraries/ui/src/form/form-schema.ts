/** The part of JSON Schema 2020-12 that forms are made from, with hints on how a field is shown. */
export interface FormSchema {
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, FormSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | FormSchema;
  readonly items?: FormSchema;
  readonly anyOf?: readonly FormSchema[];
  readonly oneOf?: readonly FormSchema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly 'x-widget'?: string;
  readonly 'x-level'?: string;
  readonly 'x-unit'?: string;
  /** An old name, or a field that is ignored: it is not asked for. A document that has it keeps it and shows it. */
  readonly deprecated?: boolean;
  readonly 'x-unsupported'?: true;
  /** The types of connections that are offered; absent is every type. */
  readonly 'x-connections'?: readonly string[];
  /** Which schedules are offered. */
  readonly 'x-schedule'?: string;
  /** `nanoseconds`: the value is a number while a person types a duration. */
  readonly 'x-stored'?: string;
  /** The choices that are offered of a longer list; a value beyond them stays. */
  readonly 'x-choices'?: readonly string[];
  /** The field is asked for only while another field of the same object has such a value. */
  readonly 'x-when'?: FieldCondition;
  /** Fields of one object with the same name here are edited together. */
  readonly 'x-group'?: string;
  /** The group stands behind a switch; switching it off clears it. */
  readonly 'x-guarded'?: boolean;
  /** The fields of the object stand there at once. */
  readonly 'x-open'?: boolean;
}

/** A field that is left out counts as its default. */
export interface FieldCondition {
  readonly field: string;
  readonly in?: readonly unknown[];
  readonly notIn?: readonly unknown[];
}

/**
 * A rule across fields: when every path of `when` is present, at least one of `require` must be present and none of
 * `forbid`. Paths are dotted.
 */
export interface FormRule {
  readonly when?: readonly string[];
  readonly require?: readonly string[];
  readonly forbid?: readonly string[];
  readonly message: string;
}

/** The value of a form. */
export type FormValue = Readonly<Record<string, unknown>>;

/** Dotted path of a field → what is wrong with it. */
export type FormErrors = Readonly<Record<string, string>>;

/** How a field is edited. */
export type FieldShape =
  | 'choice'
  | 'switch'
  | 'number'
  | 'text'
  | 'texts'
  | 'rows'
  | 'map'
  | 'variants'
  | 'holder'
  | 'sourced'
  | 'group';

/** Decides from the schema alone how a field is edited. */
export function shapeOf(schema: FormSchema): FieldShape {
  if (schema.anyOf ?? schema.oneOf) return 'variants';
  if (schema.enum) return 'choice';
  if (schema.type === 'boolean') return 'switch';
  if (schema.type === 'integer' || schema.type === 'number') return 'number';
  if (schema.type === 'array') return schema.items && isObject(schema.items) ? 'rows' : 'texts';
  if (!isObject(schema)) return 'text';
  if (!schema.properties) return 'map';
  if (isValueHolder(schema)) return 'holder';
  return schema.properties['value'] && schema.properties['valueFrom']?.properties ? 'sourced' : 'group';
}

function isObject(schema: FormSchema): boolean {
  return schema.type === 'object' || schema.properties !== undefined;
}

/** An object that is there only to hold one `value`: it is edited as that value. */
function isValueHolder({ properties = {}, required = [] }: FormSchema): boolean {
  const others = Object.entries(properties).filter(([name]) => name !== 'value');
  return (
    properties['value'] !== undefined &&
    others.every(([name, field]) => field['x-unsupported'] || (name === 'name' && !required.includes(name)))
  );
}

const CAPITALS = new Set([
  'url',
  'ssl',
  'tls',
  'dns',
  'http',
  'json',
  'id',
  'ip',
  'ttl',
  'ca',
  'aws',
  'ntlm',
  'tcp',
  'icmp',
]);

/** `responseCodes` → `Response codes`, `maxSSLExpiry` → `Max SSL expiry`. */
export function fieldTitle(name: string, schema: FormSchema): string {
  if (schema.title) return schema.title;
  // A unit stands behind the input; the name need not repeat it.
  const words = (schema['x-unit'] === 'ms' ? name.replace(/Millis$/, '') : name)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[\s_-]+/);
  return words
    .map((word, position) => {
      const lower = word.toLowerCase();
      if (CAPITALS.has(lower)) return lower.toUpperCase();
      return position === 0 ? lower[0]?.toUpperCase() + lower.slice(1) : lower;
    })
    .join(' ');
}

/** The value with one field set, or left out when `undefined`. */
export function withField(value: FormValue | undefined, name: string, field: unknown): FormValue {
  const { [name]: _, ...rest } = value ?? {};
  return field === undefined ? rest : { ...value, [name]: field };
}
