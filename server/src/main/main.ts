#!/usr/bin/env node
import { ConfigError } from '../platform/config/setting.ts';
import { MigrationError } from '../platform/database/migrate.ts';
import { MissingRolesError } from '../platform/database/roles.ts';
import { TransferError } from '../platform/transfer/format.ts';
import { HELP, readCommand } from './config.ts';

/** Errors whose message is for the person at the terminal; of all others the stack is shown. */
const FOR_PEOPLE = [ConfigError, MigrationError, MissingRolesError, TransferError];

let doing = 'start';
try {
  const [first, ...others] = process.argv.slice(2);
  const command = first === 'eval' ? undefined : readCommand(process.argv.slice(2), process.env);
  if (command?.name !== 'serve') doing = command?.name ?? 'evaluate';
  // Loaded when they are needed: help and a wrong value are answered at once.
  if (command === undefined) process.exitCode = await (await import('./evaluate.ts')).evaluate(others, process);
  else if (command.name === 'help') console.log(HELP);
  else if (command.name === 'serve') await (await import('./serve.ts')).serve(command);
  else await (await import('./commands.ts')).runOnDatabase(command);
} catch (error) {
  if (error instanceof Error && FOR_PEOPLE.some((kind) => error instanceof kind))
    console.error(`Watchroom cannot ${doing}: ${error.message}`);
  else console.error(error);
  process.exitCode = 1;
}
