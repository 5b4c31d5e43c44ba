import { createOutbound } from '@watchroom/outbound';
import { describe, expect, it } from 'vitest';
import { freePort, serveDns, serveRaw } from './support/testing/servers.ts';
import { runEntry } from './support/testing/run-kind.ts';
import { kind } from './tcp.ts';

describe('tcp', () => {
  it('passes when the connection opens, and closes it', async () => {
    await using server = await serveRaw(() => undefined);
    const outcome = await runEntry(kind, { endpoint: `127.0.0.1:${server.port}` });
    expect(outcome).toMatchObject({ pass: true, message: expect.stringMatching(/^Connected in \d+ ms$/) as string });
    expect(outcome.duration).toBeGreaterThan(0);
    expect(server.connections()).toBe(1);
  });

  it('takes an IPv6 address in brackets and a host name', async () => {
    await using six = await serveRaw(() => undefined, '::1');
    expect(await runEntry(kind, { endpoint: `[::1]:${six.port}` })).toMatchObject({ pass: true });
    await using four = await serveRaw(() => undefined);
    expect(await runEntry(kind, { endpoint: `localhost:${four.port}` })).toMatchObject({ pass: true });
  });

  it('fails with the address when nobody listens', async () => {
    const port = await freePort();
    const outcome = await runEntry(kind, { endpoint: `127.0.0.1:${port}` });
    expect(outcome).toMatchObject({ pass: false, error: `Connection refused by 127.0.0.1:${port}` });
    expect(outcome.invalid).toBeUndefined();
  });

  it('names thresholdMillis, or the deadline, when the time is over', async () => {
    // A resolver that never answers keeps the connection from opening, wherever the test runs.
    await using silent = await serveDns(() => 'silence');
    await using outbound = createOutbound({ resolver: { servers: [silent.address] } });
    const limited = await runEntry(
      kind,
      { endpoint: 'db.example.org:5432', thresholdMillis: 40 },
      { outbound, deadline: 60_000 },
    );
    expect(limited).toMatchObject({
      pass: false,
      error: expect.stringContaining('thresholdMillis is 40 ms') as string,
    });
    expect(limited.duration).toBeLessThan(30_000);
    const late = await runEntry(kind, { endpoint: 'db.example.org:5432' }, { outbound, deadline: 40 });
    expect(late).toMatchObject({ pass: false, error: expect.stringContaining('db.example.org:5432') as string });
    expect(late.error).not.toContain('thresholdMillis');
  });
});
