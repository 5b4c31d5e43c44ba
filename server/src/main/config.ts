import { parseArgs } from 'node:util';
import {
  ConfigError,
  describeSettings,
  readSettings,
  type Setting,
  type Settings,
} from '../platform/config/setting.ts';
import type { Room } from '../platform/rooms/room.ts';
import { rooms } from './rooms.generated.ts';
import { type Config, SERVER_SETTINGS } from './settings.ts';

/** What the command line asks for. */
export interface Command {
  readonly name: 'serve' | 'migrate' | 'export' | 'import' | 'help';
  /** The file of export and import. */
  readonly file: string | undefined;
  readonly config: Config;
  /** Values of all rooms' settings, by key. */
  readonly roomSettings: Readonly<Record<string, unknown>>;
}

const declared: readonly Room[] = Object.values(rooms);
/** Every setting of the server; `--help` prints this table. */
const SETTINGS = { ...settingsOfRooms(), ...SERVER_SETTINGS };

const COMMANDS = ['serve', 'migrate', 'export', 'import', 'help'] as const;

export const HELP = `Watchroom watches infrastructure and helps a team respond when it breaks.

Usage:
  npm start [-- flags]                     serve (the default)
  npx watchroom migrate [flags]            bring the database to this version and stop
  npx watchroom export FILE [flags]        write the whole database into one file
  npx watchroom import FILE [flags]        fill an empty database from such a file
  npx watchroom eval --help                evaluate an expression

Flags, each also an environment variable:
${describeSettings({ ...SERVER_SETTINGS, ...SETTINGS })}
  --help
      Print this.
`;

/**
 * Reads command line and environment, and checks what one value asks of another.
 * @throws ConfigError with one sentence per wrong value.
 */
export function readCommand(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Command {
  const { flags, positionals } = split(argv);
  const given = positionals[0] ?? 'serve';
  const name = 'help' in flags ? 'help' : COMMANDS.find((command) => command === given);
  if (name === undefined)
    throw new ConfigError(`"${given}" is not a command; use one of ${[...COMMANDS, 'eval'].join(', ')}.`);
  const { help: _, ...settings } = flags;
  const config = readSettings(SETTINGS, settings, name === 'help' ? {} : environment);
  const file = positionals[1];
  if ((name === 'export' || name === 'import') && file === undefined)
    throw new ConfigError(`${name} needs the name of a file, for example: npx watchroom ${name} watchroom.ndjson.gz`);
  checkTogether(config);
  return { name, file, config, roomSettings: config };
}

function split(argv: readonly string[]) {
  const options = Object.fromEntries([
    ...Object.values(SETTINGS).map((setting) => [setting.flag, { type: 'string' as const }]),
    ['help', { type: 'boolean' as const }],
  ]) as Record<string, { type: 'string' | 'boolean' }>;
  try {
    const parsed = parseArgs({ args: [...argv], options, allowPositionals: true });
    const flags: Record<string, string> = {};
    for (const [flag, value] of Object.entries(parsed.values)) flags[flag] = String(value);
    return { flags, positionals: parsed.positionals };
  } catch (error) {
    throw new ConfigError(`${error instanceof Error ? error.message : String(error)}. See --help.`, { cause: error });
  }
}

function settingsOfRooms(): Settings {
  const all: Record<string, Setting<unknown>> = {};
  for (const [key, setting] of declared.flatMap(({ settings = {} }) => Object.entries(settings))) {
    if (key in all || key in SERVER_SETTINGS) throw new Error(`two settings are called ${key}`);
    all[key] = setting;
  }
  return all;
}

function checkTogether(config: Config & Readonly<Record<string, unknown>>): void {
  if (config.databaseUrl !== undefined && config.key === undefined)
    throw new ConfigError(
      'WATCHROOM_KEY is missing: with DATABASE_URL all replicas must share one key. Make one with: openssl rand -base64 32',
    );
  for (const room of declared) room.checkSettings?.(config, { publicUrl: config.url });
}
