import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { rowsQuery } from '../../app/data.ts';
import { TableList } from '../../app/table/TableList.tsx';
import { TablePage } from '../../app/table/TablePage.tsx';
import { auditList } from './audit-list.tsx';

const NOBODY: readonly never[] = [];

/** What happened to accounts, roles, tokens and settings; nobody can change it afterwards. */
export function AuditLogPage() {
  // Those who are gone too: the log keeps their names.
  const people = useQuery({
    ...rowsQuery({ from: 'people', select: 'id,name', refine: (query) => query.order('name') }),
    queryKey: ['audit', 'people'],
    staleTime: 60_000,
  });
  const known = people.data ?? NOBODY;
  const list = useMemo(() => auditList(new Map(known.map(({ id, name }) => [id, name]))), [known]);
  return (
    <TablePage
      title="Audit log"
      lists={[{ id: 'entries', title: 'Entries', content: () => <TableList list={list} /> }]}
    />
  );
}
