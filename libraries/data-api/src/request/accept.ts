import { refuse } from '../errors.ts';
import { shown } from './cursor.ts';
import { splitOutsideQuotes, unquoted } from './prefer.ts';

/** What a body can be: rows as JSON, one row, CSV, the OpenAPI document, or one value as it is. */
export type BodyFormat = 'json' | 'object' | 'csv' | 'openapi' | 'text' | 'binary';

const PLAN_OPTIONS = ['analyze', 'verbose', 'settings', 'buffers', 'wal'] as const;
export type PlanOption = (typeof PLAN_OPTIONS)[number];

/** The body that was agreed on. */
export interface Negotiated {
  readonly format: BodyFormat;
  /** Whether keys whose value is null are left out. */
  readonly stripNulls: boolean;
  /** Of the answer, charset included. */
  readonly contentType: string;
  /** Present when the plan of the statement is asked for, in place of its rows. */
  readonly plan?: { readonly format: 'json' | 'text'; readonly options: readonly PlanOption[] };
}

interface Offer {
  /** What there is to answer with, the default first. */
  readonly formats: readonly BodyFormat[];
  /** Whether plans are shown. */
  readonly explain: boolean;
}

const TYPES: Readonly<Record<BodyFormat, string>> = {
  json: 'application/json',
  object: 'application/vnd.pgrst.object+json',
  csv: 'text/csv',
  openapi: 'application/openapi+json',
  text: 'text/plain',
  binary: 'application/octet-stream',
};

const FORMATS: ReadonlyMap<string, BodyFormat> = new Map([
  ['application/json', 'json'],
  ['application/vnd.pgrst.array+json', 'json'],
  ['application/vnd.pgrst.array', 'json'],
  ['application/vnd.pgrst.object+json', 'object'],
  ['application/vnd.pgrst.object', 'object'],
  ['text/csv', 'csv'],
  ['application/openapi+json', 'openapi'],
  ['text/plain', 'text'],
  ['application/octet-stream', 'binary'],
]);

interface Range {
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly quality: number;
  /** 0 for a type in full, 1 for `text/*`, 2 for any. */
  readonly wildness: number;
}

/**
 * Chooses the body by the `Accept` header: the highest quality, of several the most exact, of those the first. Throws
 * PGRST107 (406) when nothing fits.
 */
export function negotiate(accept: string | undefined, offer: Offer): Negotiated {
  const [standard] = offer.formats;
  if (accept === undefined || accept === '*/*' || accept.trim() === '') {
    if (standard !== undefined) return agreed(standard, false);
  } else if (accept === 'application/json' && offer.formats.includes('json')) {
    return agreed('json', false);
  }
  const ranges = splitOutsideQuotes(accept ?? '', ',').map(readRange);
  const refused = new Set(ranges.filter(({ quality }) => quality === 0).map(({ type }) => type));
  const wanted = ranges
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality || one.wildness - other.wildness);
  for (const range of wanted) {
    const found = range.wildness === 0 ? exact(range, offer) : wild(range, offer, refused);
    if (found !== undefined) return found;
  }
  throw refuse.unknownMediaType(`None of these media types are available: ${shown(accept ?? '')}`);
}

function readRange(text: string): Range {
  const [type = '', ...rest] = splitOutsideQuotes(text, ';');
  const parameters = new Map<string, string>();
  for (const part of rest) {
    const equals = part.indexOf('=');
    if (equals === -1) continue;
    const name = part.slice(0, equals).trim().toLowerCase();
    if (!parameters.has(name)) parameters.set(name, unquoted(part.slice(equals + 1).trim()));
  }
  const name = type.trim().toLowerCase();
  const quality = Number(parameters.get('q') ?? '1');
  return {
    type: name,
    parameters,
    quality: quality >= 0 && quality <= 1 ? quality : 0,
    wildness: name === '*/*' ? 2 : name.endsWith('/*') ? 1 : 0,
  };
}

function exact({ type, parameters }: Range, offer: Offer): Negotiated | undefined {
  const plan = /^application\/vnd\.pgrst\.plan(?:\+(json|text))?$/.exec(type);
  if (plan !== null)
    return offer.explain ? explained(plan[1] === 'json' ? 'json' : 'text', parameters, offer) : undefined;
  const format = FORMATS.get(type);
  if (format === undefined || !offer.formats.includes(format)) return undefined;
  const canStrip = format === 'json' || format === 'object';
  return agreed(format, canStrip && parameters.get('nulls')?.toLowerCase() === 'stripped');
}

function wild({ type, wildness }: Range, offer: Offer, refused: ReadonlySet<string>): Negotiated | undefined {
  const prefix = wildness === 2 ? '' : type.slice(0, -1);
  const format = offer.formats.find(
    (candidate) => TYPES[candidate].startsWith(prefix) && !refused.has(TYPES[candidate]),
  );
  return format === undefined ? undefined : agreed(format, false);
}

function agreed(format: BodyFormat, stripNulls: boolean): Negotiated {
  return { format, stripNulls, contentType: withCharset(format, typeOf(format, stripNulls)) };
}

function typeOf(format: BodyFormat, stripNulls: boolean): string {
  if (!stripNulls) return TYPES[format];
  return `application/vnd.pgrst.${format === 'object' ? 'object' : 'array'}+json;nulls=stripped`;
}

function withCharset(format: BodyFormat, type: string): string {
  return format === 'binary' ? type : `${type}; charset=utf-8`;
}

/** `application/vnd.pgrst.plan+json; for="text/csv"; options=analyze|verbose`. */
function explained(
  format: 'json' | 'text',
  parameters: ReadonlyMap<string, string>,
  offer: Offer,
): Negotiated | undefined {
  const body = exact(readRange(parameters.get('for') ?? TYPES.json), { ...offer, explain: false });
  if (body === undefined) return undefined;
  const asked = (parameters.get('options') ?? '').split('|').map((word) => word.trim().toLowerCase());
  const options = PLAN_OPTIONS.filter((option) => asked.includes(option));
  const suffix = options.length > 0 ? `; options=${options.join('|')}` : '';
  const type = `application/vnd.pgrst.plan+${format}; for="${typeOf(body.format, body.stripNulls)}"${suffix}`;
  return { ...body, contentType: `${type}; charset=utf-8`, plan: { format, options } };
}
