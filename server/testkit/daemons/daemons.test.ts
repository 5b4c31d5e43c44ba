import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { type Daemon, findDaemon } from './daemon.ts';
import { LDAP_ADMIN, startLdap } from './ldap.ts';
import { startMariaDb } from './mariadb.ts';
import { startRedis } from './redis.ts';

/** The first bytes of the answer. */
async function firstWords({ host, port }: Daemon, question: string | Buffer): Promise<Buffer> {
  const socket = connect(port, host);
  await once(socket, 'connect');
  if (question.length > 0) socket.write(question);
  const answer = await new Promise<Buffer>((resolve) => socket.once('data', resolve));
  socket.destroy();
  return answer;
}

describe.runIf(findDaemon('redis-server'))('redis for tests', () => {
  it('knows its users', async () => {
    await using daemon = await startRedis('secret', ['user reader on >word ~* +@read']);
    expect(String(await firstWords(daemon, 'AUTH wrong\r\n'))).toMatch(/^-WRONGPASS/);
    expect(String(await firstWords(daemon, 'AUTH secret\r\n'))).toBe('+OK\r\n');
    expect(String(await firstWords(daemon, 'AUTH reader word\r\n'))).toBe('+OK\r\n');
  });
});

describe.runIf(findDaemon('mariadbd'))('mariadb for tests', () => {
  it('starts with the statements', async () => {
    await using daemon = await startMariaDb(['create database shop;']);
    expect(String(await firstWords(daemon, ''))).toContain('MariaDB');
  });

  it('refuses statements that fail', async () => {
    await expect(startMariaDb(['create table nowhere;'])).rejects.toThrow('ERROR');
  });
});

describe.runIf(findDaemon('slapd'))('ldap for tests', () => {
  it('lets the administrator in', async () => {
    await using daemon = await startLdap('secret');
    // BindRequest of LDAP 3 (RFC 4511, 4.2) with name and simple password; the answer says success.
    const request = Buffer.from([
      0x02,
      1,
      1,
      0x60,
      3 + 2 + LDAP_ADMIN.length + 2 + 6,
      0x02,
      1,
      3,
      0x04,
      LDAP_ADMIN.length,
    ]);
    const body = Buffer.concat([request, Buffer.from(LDAP_ADMIN), Buffer.from([0x80, 6]), Buffer.from('secret')]);
    const answer = await firstWords(daemon, Buffer.concat([Buffer.from([0x30, body.length]), body]));
    expect(answer.subarray(5, 10).toString('hex')).toBe('61070a0100');
  });
});
