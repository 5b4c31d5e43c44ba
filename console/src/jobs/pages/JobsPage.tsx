import { TableList } from '../../app/table/TableList.tsx';
import { TablePage } from '../../app/table/TablePage.tsx';
import { RUNS } from '../components/runs.tsx';

/** The history of the jobs in the background. */
export function JobsPage() {
  return (
    <TablePage title="Jobs History" lists={[{ id: 'runs', title: 'Runs', content: () => <TableList list={RUNS} /> }]} />
  );
}
