import { FlowMessage, FlowProblem, FlowSkeleton } from '../flows/controls.tsx';
import { FlowForm } from '../flows/FlowForm.tsx';
import type { FlowPage } from '../flows/use-flow.ts';

interface Props {
  readonly page: FlowPage;
  readonly initial?: Readonly<Record<string, string>>;
  /** Fields that are waited for. */
  readonly fields?: number;
}

/** A whole flow in a card: while it loads, as a form, or why it cannot be shown. */
export function FlowPanel({ page, initial = {}, fields = 2 }: Props) {
  if (page.problem !== undefined) return <FlowProblem message={page.problem} onRetry={page.retry} />;
  if (!page.flow) return <FlowSkeleton fields={fields} />;
  return (
    <>
      {page.said !== undefined && <FlowMessage tone="error">{page.said}</FlowMessage>}
      <FlowForm flow={page.flow} page={page} initial={initial} />
    </>
  );
}
