import { askApi, below } from './support/ask-api.ts';
import { defineConnectionKind } from './support/define.ts';
import { modelFields, modelsOf, sayModels } from './support/language-model.ts';
import { entrySchema } from './support/fields.ts';

export const kind = defineConnectionKind({
  title: 'Anthropic',
  summary: 'The API of Anthropic. The test lists the models, or asks for the one that is named.',
  icon: 'sparkles',
  group: 'Language models',
  schema: entrySchema(modelFields('claude-sonnet-4-5', 'https://llm.example.org/v1')),
  url: 'https://api.anthropic.com/v1',
  document: { apiKey: 'password' },
  examples: [{ title: 'Anthropic', spec: { password: 'sk-ant-secret', properties: { model: 'claude-sonnet-4-5' } } }],
  rejects: [{ spec: {}, path: 'password', reason: 'required' }],
  needs: ['network'],
  async test(trial, connection) {
    await askApi(trial, connection, {
      url: below(connection.url, modelsOf(connection)),
      headers: { 'x-api-key': connection.password, 'anthropic-version': '2023-06-01' },
      ...sayModels,
    });
  },
});
