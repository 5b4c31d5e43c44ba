import { operation } from '../operation.ts';
import type { ConnectionTest, TriedConnection } from './shapes.ts';

/** Wire contract CN5: 200 with the message `ok`, 400 with the reason, 501 for a type without a test. */
export const testConnection = operation<ConnectionTest>('POST', '/api/connection/test/:id', 'connections:write');

/** The same of a form, saved or not. A test that fails is an answer too. */
export const tryConnection = operation<ConnectionTest, undefined, TriedConnection>(
  'POST',
  '/api/v1/connections/test',
  'connections:write',
);
