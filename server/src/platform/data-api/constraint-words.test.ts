import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { explainConstraints } from './constraint-words.ts';

const WORDS = {
  shops_name_key: {
    field: 'name',
    reason: 'This name is taken',
    sentence: 'A shop of this name exists already.',
  },
  shops_size_check: { field: 'size', reason: 'At least 1' },
};

/** What a caller is told where the data API says this. */
async function told(status: number, said: object): Promise<object> {
  const app = Fastify();
  explainConstraints(app, WORDS);
  app.get('/', (_, reply) => reply.code(status).type('application/json').send(JSON.stringify(said)));
  const answer = await app.inject('/');
  await app.close();
  expect(answer.statusCode).toBe(status);
  return answer.json();
}

const duplicate = {
  code: '23505',
  message: 'duplicate key value violates unique constraint "shops_name_key"',
  details: null,
  hint: null,
};

describe('an error of a constraint', () => {
  it('becomes a sentence with the field, under the code that it had', async () => {
    expect(await told(409, duplicate)).toEqual({
      ...duplicate,
      message: 'A shop of this name exists already.',
      error: 'A shop of this name exists already.',
      fields: { name: 'This name is taken' },
    });
  });

  it('is named by its field where it has no sentence of its own', async () => {
    const said = {
      code: '23514',
      message: 'new row for relation "shops" violates check constraint "shops_size_check"',
    };
    expect(await told(400, said)).toMatchObject({ error: 'size: At least 1', fields: { size: 'At least 1' } });
  });

  it('is understood in any language of the database', async () => {
    const message = 'doppelter Schlüsselwert verletzt Unique-Constraint »shops_name_key«';
    expect(await told(409, { code: '23505', message })).toMatchObject({ fields: { name: 'This name is taken' } });
    expect(await told(400, { code: '23502', message: 'NULL-Wert in Spalte »size« verletzt …' })).toMatchObject({
      fields: { size: 'This field is required' },
    });
  });

  it('names the column of a value that is missing', async () => {
    const message = 'null value in column "name" of relation "shops" violates not-null constraint';
    expect(await told(400, { code: '23502', message })).toMatchObject({
      error: 'name: This field is required',
      fields: { name: 'This field is required' },
    });
  });

  it.each([
    [409, { code: '23505', message: 'duplicate key value violates unique constraint "others_shops_name_key_2"' }],
    [400, { code: '22P02', message: 'invalid input syntax: "shops_name_key"' }],
    [403, { code: '23505', message: 'shops_name_key' }],
    [400, { code: 'invalid_input', message: 'name: shops_name_key', fields: { name: 'x' } }],
  ])('is left alone where nothing is known of it: %#', async (status, said) => {
    expect(await told(status, said)).toEqual(said);
  });
});
