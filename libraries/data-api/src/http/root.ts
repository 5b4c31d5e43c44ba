import { refuse } from '../errors.ts';
import { negotiate } from '../request/accept.ts';
import type { Access } from '../schema/model.ts';
import type { Answer } from './answer.ts';
import type { Api } from './api.ts';
import type { Exchange } from './exchange.ts';
import { openApiDocument } from './openapi.ts';

/** By what a role may do, which is asked anew for a changed schema; then by schema name. */
const documents = new WeakMap<Access, Map<string, string>>();

/** GET and HEAD of `/`: what the caller may use, as Swagger 2.0. */
export function rootDocument(api: Api, { request, context, raw }: Exchange): Promise<Answer> {
  const info = api.options.openApi;
  if (!info) throw refuse.openApiDisabled('Root endpoint metadata is disabled: there is no OpenAPI document');
  const { contentType } = negotiate(request.headers.accept, { formats: ['openapi', 'json'], explain: false });
  const known = documents.get(context.access) ?? new Map<string, string>();
  documents.set(context.access, known);
  const body = known.get(raw.schema) ?? JSON.stringify(openApiDocument({ ...context, name: raw.schema, info }));
  known.set(raw.schema, body);
  return Promise.resolve({ status: 200, contentType, body });
}
