import { z } from 'zod';
import type { Connection } from '../../../platform/references/connection.ts';
import { insecureTls, optionalUrl, secret, text } from './fields.ts';

/** What a hosted model asks for. */
export function modelFields(model: string, otherUrl: string) {
  return {
    url: optionalUrl('Address of the API with its version, where it is not the usual one', otherUrl),
    password: secret('API key', { title: 'API key' }),
    insecure_tls: insecureTls,
    properties: { model: text('Model', { example: model }).optional() },
  };
}

/** The path of the model that is named, or of the list of all. */
export function modelsOf({ properties }: Pick<Connection, 'properties'>): string {
  const model = properties['model']?.replace(/^models\//, '');
  return model ? `models/${encodeURIComponent(model)}` : 'models';
}

const one = z.union([z.object({ id: z.string() }), z.object({ name: z.string() })]);
const answer = z.union([z.object({ data: z.array(one) }), z.object({ models: z.array(one) }), one]);

/** What the usual APIs answer: one model, or a list under `data` or `models`. */
export const sayModels = {
  answer,
  say(told: z.infer<typeof answer>): string {
    if ('id' in told) return told.id;
    if ('name' in told) return told.name;
    return `Models: ${('data' in told ? told.data : told.models).length}`;
  },
};
