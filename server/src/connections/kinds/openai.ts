import { askApi, below } from './support/ask-api.ts';
import { defineConnectionKind } from './support/define.ts';
import { modelFields, modelsOf, sayModels } from './support/language-model.ts';
import { entrySchema } from './support/fields.ts';

export const kind = defineConnectionKind({
  title: 'OpenAI',
  summary: 'OpenAI, or a service with the same API. The test lists the models, or asks for the one that is named.',
  icon: 'brand-openai',
  group: 'Language models',
  schema: entrySchema(modelFields('gpt-5', 'https://llm.example.org/v1')),
  url: 'https://api.openai.com/v1',
  document: { apiKey: 'password' },
  examples: [{ title: 'OpenAI', spec: { password: 'sk-secret', properties: { model: 'gpt-5' } } }],
  rejects: [{ spec: {}, path: 'password', reason: 'required' }],
  needs: ['network'],
  async test(trial, connection) {
    await askApi(trial, connection, {
      url: below(connection.url, modelsOf(connection)),
      headers: { authorization: `Bearer ${connection.password}` },
      ...sayModels,
    });
  },
});
