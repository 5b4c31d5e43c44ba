import type { Logger } from '../src/platform/log/logger.ts';

const ignore = () => undefined;

/** A log for tests that look at behaviour, not at lines. */
export const silentLog: Logger = {
  level: 'silent',
  fatal: ignore,
  error: ignore,
  warn: ignore,
  info: ignore,
  debug: ignore,
  trace: ignore,
  silent: ignore,
  child: () => silentLog,
};
