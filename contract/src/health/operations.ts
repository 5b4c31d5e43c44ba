import { operation } from '../operation.ts';
import type { GraphQuery, ListChecksQuery, TestCheckInput } from './inputs.ts';
import type { CheckDetail, CheckGraph, CheckResult, ChecksPage, Coverage, LabelValues } from './shapes.ts';

export const listChecks = operation<ChecksPage, ListChecksQuery>('GET', '/api/v1/health/checks', 'canaries:read');
export const getCheck = operation<CheckDetail>('GET', '/api/v1/health/checks/:id', 'canaries:read');
/** Every label of the checks, for filters and grouping. */
export const listLabels = operation<readonly LabelValues[]>('GET', '/api/v1/health/labels', 'canaries:read');
export const getCoverage = operation<Coverage>('GET', '/api/v1/health/coverage', 'canaries:read');
export const testCheck = operation<CheckResult, undefined, TestCheckInput>(
  'POST',
  '/api/v1/health/test',
  'canaries:write',
);

/** Wire contract H1, H6, H7. */
export const getSummary = operation<unknown>('GET', '/api/canary/api/summary', 'canaries:read');
export const getGraph = operation<CheckGraph, GraphQuery>('GET', '/api/canary/api/graph', 'canaries:read');
export const runCheck = operation<CheckResult>('POST', '/api/canary/run/check/:id', 'action:check.run');
