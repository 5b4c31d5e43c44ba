#!/usr/bin/env node
import { ConfigError } from '../platform/config/setting.ts';
import { MigrationError } from '../platform/database/migrate.ts';
import { MissingRolesError } from '../platform/database/roles.ts';
import { HELP, readCommand } from './config.ts';
import { serve } from './serve.ts';

try {
  const command = readCommand(process.argv.slice(2), process.env);
  if (command.name === 'help') console.log(HELP);
  else if (command.name === 'serve') await serve(command.config);
  else throw new ConfigError(`${command.name} is not there yet`);
} catch (error) {
  const isForPeople = error instanceof ConfigError || error instanceof MigrationError || error instanceof MissingRolesError;
  if (!isForPeople) console.error(error);
  else console.error(`Watchroom cannot start: ${error.message}`);
  process.exitCode = 1;
}
