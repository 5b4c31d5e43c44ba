import { askApi, below } from './support/ask-api.ts';
import { defineConnectionKind } from './support/define.ts';
import { modelFields, modelsOf, sayModels } from './support/language-model.ts';
import { entrySchema } from './support/fields.ts';

export const kind = defineConnectionKind({
  title: 'Gemini',
  summary: 'The Gemini API of Google. The test lists the models, or asks for the one that is named.',
  icon: 'brand-google',
  group: 'Language models',
  schema: entrySchema(modelFields('gemini-2.5-pro', 'https://llm.example.org/v1beta')),
  url: 'https://generativelanguage.googleapis.com/v1beta',
  document: { apiKey: 'password' },
  examples: [{ title: 'Gemini', spec: { password: 'secret', properties: { model: 'gemini-2.5-pro' } } }],
  rejects: [{ spec: {}, path: 'password', reason: 'required' }],
  needs: ['network'],
  async test(trial, connection) {
    await askApi(trial, connection, {
      url: below(connection.url, modelsOf(connection)),
      headers: { 'x-goog-api-key': connection.password },
      ...sayModels,
    });
  },
});
