import { lazy } from 'react';

// Heavy parts come as files of their own, whoever imports this library: a first visit needs none of them.
export const LatencyChart = lazy(() =>
  import('./chart/LatencyChart.tsx').then((file) => ({ default: file.LatencyChart })),
);
export const SchemaForm = lazy(() => import('./form/SchemaForm.tsx').then((file) => ({ default: file.SchemaForm })));
export const ScheduleField = lazy(() =>
  import('./form/widgets/ScheduleField.tsx').then((file) => ({ default: file.ScheduleField })),
);
export const CodeEditor = lazy(() => import('./code/CodeEditor.tsx').then((file) => ({ default: file.CodeEditor })));
export const ScriptEditor = lazy(() =>
  import('./code/ScriptEditor.tsx').then((file) => ({ default: file.ScriptEditor })),
);
