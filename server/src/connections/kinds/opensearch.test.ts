import { expect, it } from 'vitest';
import { freePort, serveHttp } from '../testing/servers.ts';
import { tryEntry } from '../testing/try-entry.ts';
import { itReadsSignedIn } from '../testing/web-service.ts';

itReadsSignedIn('opensearch', {
  path: '/_cluster/health',
  answer: { cluster_name: 'shop', status: 'yellow', timed_out: false, number_of_nodes: 1 },
  read: 'Cluster shop is yellow',
});

it('asks every one of several addresses', async () => {
  await using one = await serveHttp((_, response) => response.end('{"cluster_name":"shop","status":"green"}'));
  expect(await tryEntry('opensearch', { url: `${one.url},${one.url}` })).toMatchObject({ message: 'ok' });
  expect(one.connections()).toBe(2);
  const half = await tryEntry('opensearch', { url: `${one.url},http://ann:hidden-word@127.0.0.1:${await freePort()}` });
  expect(half.passed).toBe(false);
  expect(JSON.stringify(half)).not.toContain('hidden-word');
});
