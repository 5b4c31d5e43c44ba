import { lazy } from 'react';

// Heavy parts come as files of their own, whoever imports this library: a first visit needs none of them.
export const LatencyChart = lazy(() =>
  import('./chart/LatencyChart.tsx').then((file) => ({ default: file.LatencyChart })),
);
export const SchemaForm = lazy(() => import('./form/SchemaForm.tsx').then((file) => ({ default: file.SchemaForm })));
export const ScheduleField = lazy(() =>
  import('./form/widgets/ScheduleField.tsx').then((file) => ({ default: file.ScheduleField })),
);
