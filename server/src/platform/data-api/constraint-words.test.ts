import { describe, expect, it } from 'vitest';
import { constraintExplainer } from './constraint-words.ts';

const explain = constraintExplainer({
  shops_name_key: {
    field: 'name',
    reason: 'This name is taken',
    sentence: 'A shop of this name exists already.',
  },
  shops_size_check: { field: 'size', reason: 'At least 1' },
});

describe('a broken constraint', () => {
  it('becomes a sentence with the field', () => {
    expect(explain({ code: '23505', constraint: 'shops_name_key', column: undefined })).toEqual({
      message: 'A shop of this name exists already.',
      more: { error: 'A shop of this name exists already.', fields: { name: 'This name is taken' } },
    });
  });

  it('is named by its field where it has no sentence of its own', () => {
    expect(explain({ code: '23514', constraint: 'shops_size_check', column: undefined })).toEqual({
      message: 'size: At least 1',
      more: { error: 'size: At least 1', fields: { size: 'At least 1' } },
    });
  });

  it('names the column of a value that is missing', () => {
    expect(explain({ code: '23502', constraint: undefined, column: 'name' })).toMatchObject({
      message: 'name: This field is required',
      more: { fields: { name: 'This field is required' } },
    });
  });

  it.each([
    { code: '23505', constraint: 'others_shops_name_key_2', column: undefined },
    { code: '23505', constraint: 'toString', column: undefined },
    { code: '23P01', constraint: undefined, column: undefined },
  ])('is left alone where nothing is known of it: %o', (broken) => {
    expect(explain(broken)).toBeUndefined();
  });
});
