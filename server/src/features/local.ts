import { readFile } from 'node:fs/promises';
import { ConfigError } from '../platform/config/setting.ts';
import type { Logger } from '../platform/log/logger.ts';
import type { Clock } from '../platform/time/clock.ts';
import { parseProperties } from './parse.ts';

/** Milliseconds between looks at the file. It is read each time: mounted volumes report no changes, and it is small. */
const LOOK = 1_000;

/** Properties of the file beside the server. */
export interface LocalProperties {
  /** Name → value, as the file was last read. */
  current(): ReadonlyMap<string, string>;
  /** Reads no more. */
  stop(): void;
}

/**
 * Reads the file, and again whenever it changes. A file that cannot be read then changes nothing: what was read last stays.
 * @param path undefined: there are no local properties.
 * @param changed called after the properties became others.
 * @throws ConfigError when the file cannot be read at first.
 */
export async function openLocalProperties(
  path: string | undefined,
  clock: Clock,
  log: Logger,
  changed: () => void,
): Promise<LocalProperties> {
  if (path === undefined) return { current: () => new Map(), stop: () => undefined };
  const first = await read(path);
  if (typeof first.properties === 'string')
    throw new ConfigError(`WATCHROOM_PROPERTIES: ${path} cannot be used: ${first.properties}`);
  let { text } = first;
  let { properties } = first;
  let stopped = false;
  let cancel = () => {};
  const look = async () => {
    const next = await read(path);
    if (stopped) return;
    // A file that is wrong in the same way is told once.
    if (next.text !== text) {
      text = next.text;
      if (typeof next.properties === 'string')
        log.warn({ path, problem: next.properties }, 'the properties file cannot be used; what it said before stays');
      else {
        properties = next.properties;
        changed();
      }
    }
    wait();
  };
  const wait = () => {
    cancel = clock.after(LOOK, () => void look());
  };
  wait();
  return {
    current: () => properties,
    stop() {
      stopped = true;
      cancel();
    },
  };
}

interface Reading {
  /** Undefined when the file cannot be read. */
  readonly text: string | undefined;
  /** A sentence says what is wrong. */
  readonly properties: ReadonlyMap<string, string> | string;
}

async function read(path: string): Promise<Reading> {
  try {
    const text = await readFile(path, 'utf8');
    return { text, properties: parseProperties(text) };
  } catch (error) {
    return { text: undefined, properties: error instanceof Error ? error.message : String(error) };
  }
}
