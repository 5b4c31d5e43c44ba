import { clockTime, CodeView, exactTime, listedTimeRange } from '@watchroom/ui';
import type { Selected } from '../../app/data.ts';
import { CutText } from '../../app/resources/resource-columns.tsx';
import { defineList } from '../../app/table/table-shape.ts';
import { auditedText } from './audited-fields.ts';
import { AuditedChange } from './AuditedChange.tsx';
import { ACTION_OPTIONS, actionWord, isRefusal, isRowChange, TABLE_OPTIONS, tableWord } from './audit-words.ts';
import classes from './audit.module.css';

const SELECT = 'id, at, caller, address, action, table_name, row_id, before, after';

type Entry = Selected<'audit_log', typeof SELECT>;

/** Id → name of everybody who ever was here. */
export type Names = ReadonlyMap<string, string>;

/** The audit log, with people by their names. */
export function auditList(names: Names) {
  const whoOf = ({ caller, action }: Entry) => {
    if (caller !== null) return names.get(caller) ?? caller;
    return isRowChange(action) ? 'System' : 'Unknown';
  };
  /** Whom or what an entry is about: a person by name, else what it is called, else its id. */
  const subjectOf = (entry: Entry) => {
    const person = auditedText(entry, 'person_id') ?? entry.row_id;
    return names.get(person ?? '') ?? auditedText(entry, 'name') ?? entry.row_id;
  };
  return defineList({
    label: 'Audit log',
    nouns: 'entries',
    from: 'audit_log',
    select: SELECT,
    key: 'id',
    search: { columns: ['row_id', 'address'], placeholder: 'Search by id or address' },
    filters: [
      { type: 'choices', id: 'action', title: 'Action', options: ACTION_OPTIONS },
      { type: 'choices', id: 'table_name', title: 'Table', options: TABLE_OPTIONS },
      {
        type: 'choices',
        id: 'caller',
        title: 'Person',
        options: [...names].map(([value, label]) => ({ value, label })),
      },
    ],
    groupBy: [
      { id: 'action', title: 'action', value: ({ action }) => action, heading: actionWord },
      { id: 'table_name', title: 'table', value: (entry) => entry.table_name, heading: tableWord },
      { id: 'caller', title: 'person', value: whoOf },
    ],
    isSelectable: true,
    range: { column: 'at', initial: listedTimeRange('1w') },
    sort: { by: 'at', isDescending: true },
    pageSize: 150,
    openAs: 'entry',
    columns: [
      {
        id: 'at',
        title: 'When',
        width: 'minmax(120px, 0.6fr)',
        cell: ({ at }) => (
          <time className="ui-num" dateTime={at} title={exactTime(at)}>
            {clockTime(at)}
          </time>
        ),
      },
      {
        id: 'caller',
        title: 'Who',
        width: 'minmax(140px, 1fr)',
        cell: (entry) => (
          <span className={entry.caller === null ? classes['none'] : classes['who']}>
            <CutText text={whoOf(entry)} />
          </span>
        ),
      },
      {
        id: 'action',
        title: 'Action',
        width: 'minmax(120px, 0.7fr)',
        isBadge: true,
        cell: ({ action }) => (
          <span className={`ui-cut ${isRefusal(action) ? classes['refused'] : ''}`}>{actionWord(action)}</span>
        ),
      },
      {
        id: 'table_name',
        title: 'Table',
        width: 'minmax(110px, 0.8fr)',
        cell: (entry) => <CutText text={tableWord(entry.table_name)} />,
      },
      {
        id: 'row_id',
        title: 'About',
        width: 'minmax(140px, 1.2fr)',
        isUnsorted: true,
        cell: (entry) => <CutText text={subjectOf(entry)} />,
      },
      {
        id: 'address',
        title: 'Address',
        width: 'minmax(110px, 0.7fr)',
        cell: ({ address }) => <CutText text={address} />,
      },
    ],
    empty:
      'Sign-ins and changes to users, roles, tokens and settings appear here: who, when, from where, before and after.',
    details: {
      title: ({ action, table_name: table }) => `${actionWord(action)} · ${tableWord(table)}`,
      tabs: (entry) => [
        {
          id: 'change',
          title: 'Change',
          content: <AuditedChange entry={entry} who={whoOf(entry)} subject={subjectOf(entry)} />,
        },
        { id: 'json', title: 'JSON', content: <CodeView text={JSON.stringify(entry, null, 2)} label="Entry" /> },
      ],
    },
  });
}
