import type { FastifyBaseLogger } from 'fastify';

/** Structured log of the server; the same object that the HTTP server logs with. */
export type Logger = FastifyBaseLogger;

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Paths of log objects that hold secrets by name; values are redacted where they are known, in `platform/http`. */
export const REDACTED_PATHS = [
  'req.headers.authorization',
  'req.headers.cookie',
  'req.headers["x-api-key"]',
  '*.password',
  '*.secret',
  '*.token',
];
