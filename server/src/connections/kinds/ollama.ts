import { z } from 'zod';
import { askApi, below } from './support/ask-api.ts';
import { defineConnectionKind } from './support/define.ts';
import { address, entrySchema, HTTP, insecureTls, secret, text } from './support/fields.ts';

export const kind = defineConnectionKind({
  title: 'Ollama',
  summary: 'An Ollama server. The test lists its models, and fails where the one that is named is not among them.',
  icon: 'robot',
  group: 'Language models',
  schema: entrySchema({
    url: address('Address of the server', HTTP, 'http://ollama.example.org:11434'),
    password: secret('Key, where a proxy in front of the server asks for one', { title: 'API key' }).optional(),
    insecure_tls: insecureTls,
    properties: { model: text('Model', { example: 'llama3.2' }).optional() },
  }),
  document: { apiKey: 'password' },
  examples: [
    { title: 'A server', spec: { url: 'http://ollama.example.org:11434', properties: { model: 'llama3.2' } } },
  ],
  rejects: [
    { spec: {}, path: 'url', reason: 'http://' },
    { spec: { url: 'ollama.example.org' }, path: 'url', reason: 'http://' },
  ],
  needs: ['network'],
  async test(trial, connection) {
    const { url, password, properties } = connection;
    const { models } = await askApi(trial, connection, {
      url: below(url, 'api/tags'),
      ...(password && { headers: { authorization: `Bearer ${password}` } }),
      answer: z.object({ models: z.array(z.object({ name: z.string() })) }),
      say: ({ models: found }) => `Models: ${found.length}`,
    });
    const { model } = properties;
    if (!model) return;
    await trial.step('Model', async () => {
      // A model without a tag is the latest one.
      if (!models.some(({ name }) => name === model || name === `${model}:latest`))
        throw new Error(`The server has no model ${model}. Pull it there, or name another one`);
    });
  },
});
