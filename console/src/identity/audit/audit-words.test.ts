import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { actionWord, isRefusal, isRowChange, TABLE_OPTIONS, tableWord } from './audit-words.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const SCHEMA = globSync(join(ROOT, 'database/schema/*.sql'))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');
/** Tables outlive the room that had them. */
const hasRoom = (table: string) => existsSync(join(ROOT, 'contract/src', table.split('.', 1)[0] ?? '', 'exposed.ts'));

describe('the words of the audit log', () => {
  it('name every table that a room has audited, and no other', () => {
    const audited = Array.from(
      SCHEMA.matchAll(/^CREATE TRIGGER audit AFTER .+? ON (\S+) /gm),
      ([, table = '']) => table,
    );
    expect(audited.length).toBeGreaterThan(0);
    expect(TABLE_OPTIONS.map(({ value }) => value).toSorted()).toEqual(audited.filter(hasRoom).toSorted());
  });

  it('leave what they do not know readable', () => {
    expect(tableWord('rooms.things')).toBe('rooms.things');
    expect(actionWord('outbox_read')).toBe('Outbox read');
    expect(['insert', 'delete', 'restore'].map(actionWord)).toEqual(['Added', 'Deleted', 'Restored']);
  });

  it('tell changes of rows from what happens to accounts', () => {
    expect(['update', 'restore', 'sign_in'].map(isRowChange)).toEqual([true, true, false]);
  });

  it('tell refusals apart', () => {
    expect(['sign_in_failed', 'token_refused', 'sign_in', 'update'].map(isRefusal)).toEqual([true, true, false, false]);
  });
});
