import { z } from 'zod';

const REQUIRED = 'This field is required';
const TEXT = 8_192;
/** A kubeconfig, or a chain of certificates with its key. */
const CERTIFICATE = 1_048_576;

/** Options that a field may have besides its description. */
interface Options {
  readonly title?: string;
  /** Stands in the empty field. */
  readonly example?: string;
  /** Stands under "More fields". */
  readonly isRare?: true;
}

function hints(description: string, { title, example, isRare }: Options) {
  return {
    description,
    ...(title !== undefined && { title }),
    ...(example !== undefined && { examples: [example] }),
    'x-level': isRare ? 'more' : 'basic',
  };
}

/** A text that is shown. Add `.optional()` unless the field is required. */
export function text(description: string, options: Options = {}) {
  return z.string({ error: REQUIRED }).min(1, REQUIRED).max(TEXT).meta(hints(description, options));
}

/** A text of one form. @param pattern takes a template too. @param sentence says what to write. */
export function formed(description: string, pattern: RegExp, sentence: string, options: Options = {}) {
  return z.string({ error: REQUIRED }).max(TEXT).regex(pattern, sentence).meta(hints(description, options));
}

/** A text that is never shown again. */
export function secret(description: string, options: Options = {}) {
  const hidden = { ...hints(description, options), 'x-widget': 'secret' };
  return z.string({ error: REQUIRED }).min(1, REQUIRED).max(CERTIFICATE).meta(hidden);
}

/** One of these texts. */
export function choice<const Values extends readonly [string, ...string[]]>(
  description: string,
  values: Values,
  usual: Values[number],
  options: Options = {},
) {
  return z
    .enum(values)
    .default(usual as never)
    .meta(hints(description, options));
}

const PORT = /^(?:[1-9]\d{0,3}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5]|.*(?:\$\(|\{\{).*)$/;

/** A port, stored as text like every property. */
export function port(usual: number, options: Options = {}) {
  return z
    .string()
    .regex(PORT, 'Write a port from 1 to 65535')
    .default(String(usual))
    .meta(hints('Port of the server', options));
}

const HOST = /^(?:[^\s/?#@:[\]]+|\[[\da-f:.]+\]|.*(?:\$\(|\{\{).*)(?::\d{1,5})?$/i;

/** A host, with a port where it is not the usual one. Add `.default()` or `.optional()` unless the field is required. */
export function host(description: string, example: string) {
  const sentence = `Write a host such as ${example}, without https:// and path`;
  return z
    .string({ error: REQUIRED })
    .min(1, REQUIRED)
    .max(TEXT)
    .regex(HOST, sentence)
    .meta(hints(description, { title: 'Host', example }));
}

/** An http or https address, or a template of one. */
export const HTTP = /^(?:https?:\/\/[^\s/?#]\S*|.*(?:\$\(|\{\{).*)$/;

/** An address. @param pattern takes a template too: where one leads is known when it is rendered. */
export function address(description: string, pattern: RegExp, example: string) {
  const sentence = `Write an address such as ${example}`;
  return z
    .string({ error: sentence })
    .max(TEXT)
    .regex(pattern, sentence)
    .meta(hints(description, { title: 'URL', example }));
}

/** An address of a service that has a usual one, which the `url` of the type names. */
export function optionalUrl(description: string, example: string) {
  return address(description, HTTP, example).optional();
}

export const insecureTls = z
  .boolean()
  .optional()
  .meta({ description: 'Accept any certificate of the server', title: 'Skip TLS verify', 'x-level': 'basic' });

/** `username` and `password` as most types ask for them. */
export const login = {
  username: text('Account to sign in with').optional(),
  password: secret('Password of that account').optional(),
};
export const bearer = secret('Token that is sent in place of a login', { title: 'Bearer token' }).optional();
export const requiredLogin = {
  username: text('Account to sign in with'),
  password: secret('Password of that account'),
};

interface Columns {
  readonly url?: z.ZodType;
  readonly username?: z.ZodType;
  readonly password?: z.ZodType;
  readonly certificate?: z.ZodType;
  readonly insecure_tls?: z.ZodType;
  /** Texts of the type's own. */
  readonly properties?: Readonly<Record<string, z.ZodType>>;
}

/**
 * The schema of a type: columns of the row, and the type's own properties. Other properties may come from clients and
 * documents, for templates: they are kept, and hidden, since nobody knows what they hold.
 */
export function entrySchema({ properties = {}, ...columns }: Columns): z.ZodType {
  const own = z
    .object(properties)
    .catchall(z.string().max(CERTIFICATE).meta({ 'x-widget': 'secret' }))
    .meta({ description: 'Settings of this type', title: 'Settings', 'x-level': 'basic', 'x-open': true });
  const hasRequired = Object.values(properties).some((field) => !field.safeParse(undefined).success);
  return z.strictObject({ ...columns, properties: hasRequired ? own : own.optional() });
}
