import { describe, expect, it } from 'vitest';
import { auditedFields, auditedText } from './audited-fields.ts';

describe('the fields of an audited change', () => {
  it('are those that differ, by name', () => {
    expect(
      auditedFields(
        { id: 'a', state: 'active', first_name: 'Ann' },
        { id: 'a', state: 'inactive', first_name: 'Anne' },
      ),
    ).toEqual([
      { name: 'first_name', before: 'Ann', after: 'Anne' },
      { name: 'state', before: 'active', after: 'inactive' },
    ]);
  });

  it('are all of a new row and of a deleted one', () => {
    expect(auditedFields(null, { id: 'a', role: 'admin' })).toEqual([
      { name: 'role', before: undefined, after: 'admin' },
    ]);
    expect(auditedFields({ role: 'admin' }, null)).toEqual([{ name: 'role', before: 'admin', after: undefined }]);
  });

  it('are written as text: nothing as null, lists and objects over lines', () => {
    expect(auditedFields({ note: null, count: 1 }, { note: '', count: { a: [1] } })).toEqual([
      { name: 'count', before: '1', after: '{\n  "a": [\n    1\n  ]\n}' },
      { name: 'note', before: 'null', after: '' },
    ]);
  });

  it('are none where nothing was kept', () => {
    for (const nothing of [null, 'text', 3, true, ['a']]) expect(auditedFields(nothing, nothing)).toEqual([]);
  });

  it('are read one by one, the newest first', () => {
    expect(auditedText({ before: { name: 'old', role: 'viewer' }, after: { name: 'new' } }, 'name')).toBe('new');
    expect(auditedText({ before: { name: 'old', role: 'viewer' }, after: { name: 'new' } }, 'role')).toBe('viewer');
    expect(auditedText({ before: null, after: null }, 'name')).toBeUndefined();
  });
});
