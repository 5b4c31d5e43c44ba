import type { ChangeMessage } from '../changes.ts';
import { operation } from '../operation.ts';

export type { ChangeMessage } from '../changes.ts';

/** Outcome of one run of a job. Partial failure is WARNING; a run cut off by the end of its process is STOPPED. */
export type JobStatus = 'RUNNING' | 'SUCCESS' | 'WARNING' | 'FAILED' | 'STOPPED';

export const changes = operation<ChangeMessage>('GET', '/api/v1/changes', 'signed-in');
