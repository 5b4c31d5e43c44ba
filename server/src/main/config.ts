import { parseArgs } from 'node:util';
import { readMailServer } from '../identity/index.ts';
import { ConfigError, describeSettings, readSettings } from '../platform/config/setting.ts';
import { type Config, SETTINGS } from './settings.ts';

/** What the command line asks for. */
export interface Command {
  readonly name: 'serve' | 'migrate' | 'export' | 'import' | 'help';
  /** The file of export and import. */
  readonly file: string | undefined;
  readonly config: Config;
}

const COMMANDS = ['serve', 'migrate', 'export', 'import', 'help'] as const;

export const HELP = `Watchroom watches infrastructure and helps a team respond when it breaks.

Usage:
  npm start [-- flags]                     serve (the default)
  npx watchroom migrate [flags]            bring the database to this version and stop
  npx watchroom export FILE [flags]        write the whole database into one file
  npx watchroom import FILE [flags]        fill an empty database from such a file

Flags, each also an environment variable:
${describeSettings(SETTINGS)}
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
  if (name === undefined) throw new ConfigError(`"${given}" is not a command; use one of ${COMMANDS.join(', ')}.`);
  const { help: _, ...settings } = flags;
  const config = readSettings(SETTINGS, settings, name === 'help' ? {} : environment);
  const file = positionals[1];
  if ((name === 'export' || name === 'import') && file === undefined)
    throw new ConfigError(`${name} needs the name of a file, for example: npx watchroom ${name} watchroom.ndjson.gz`);
  checkTogether(config);
  return { name, file, config };
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

function checkTogether(config: Config): void {
  if (config.databaseUrl !== undefined && config.key === undefined)
    throw new ConfigError(
      'WATCHROOM_KEY is missing: with DATABASE_URL all replicas must share one key. Make one with: openssl rand -base64 32',
    );
  if (config.auth === 'kratos' && config.adminPassword !== undefined)
    throw new ConfigError(
      'WATCHROOM_ADMIN_PASSWORD has no place with WATCHROOM_AUTH=kratos: passwords are in Ory Kratos, and WATCHROOM_ADMIN_EMAIL alone names the first administrator.',
    );
  if (config.auth !== 'kratos' && (config.adminEmail === undefined) !== (config.adminPassword === undefined))
    throw new ConfigError('WATCHROOM_ADMIN_EMAIL and WATCHROOM_ADMIN_PASSWORD belong together: give both or neither.');
  if (config.smtpUrl !== undefined && (config.mailFrom === undefined || config.url === undefined))
    throw new ConfigError(
      'WATCHROOM_SMTP_URL needs WATCHROOM_MAIL_FROM, the sender, and WATCHROOM_URL, where the links in mails lead.',
    );
  try {
    readMailServer(config.smtpUrl, config.mailFrom);
  } catch (cause) {
    throw new ConfigError(`WATCHROOM_SMTP_URL ${cause instanceof Error ? cause.message : String(cause)}.`, { cause });
  }
  if (config.auth === 'kratos' && config.kratosUrl === undefined)
    throw new ConfigError(
      'WATCHROOM_KRATOS_URL is missing: with WATCHROOM_AUTH=kratos it says where the accounts are.',
    );
}
