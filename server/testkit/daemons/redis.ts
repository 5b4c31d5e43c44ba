import { type Daemon, requireDaemon, startDaemon } from './daemon.ts';

/**
 * Redis with a password for its default user.
 * @param rules access rules of further users, such as `user reader on >secret ~shop:* +get`
 */
export async function startRedis(password: string, rules: readonly string[] = []): Promise<Daemon> {
  const users = rules.flatMap((rule) => ['--user', ...rule.replace(/^user /, '').split(' ')]);
  return startDaemon({
    program: requireDaemon('redis-server'),
    args: (port) => ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--requirepass', password, ...users],
  });
}
