import type { ConnectionKind } from './define.ts';
import { address, entrySchema, HTTP, insecureTls, login } from './fields.ts';
import { passwordNeedsName } from './web.ts';

/**
 * What types of servers with a web address and a login have in common.
 * @param example an address of such a server.
 */
export function webServer(
  example: string,
  description = 'Address of the server',
): Pick<ConnectionKind, 'schema' | 'rules' | 'examples' | 'rejects' | 'needs'> {
  return {
    schema: entrySchema({ url: address(description, HTTP, example), ...login, insecure_tls: insecureTls }),
    rules: [passwordNeedsName],
    examples: [{ title: 'A server with a login', spec: { url: example, username: 'monitor', password: 'secret' } }],
    rejects: [
      { spec: {}, path: 'url', reason: 'address' },
      { spec: { url: 'ftp://a.example' }, path: 'url', reason: 'https://' },
      { spec: { url: 'http://a.example', password: 'x' }, path: 'username', reason: 'user name' },
    ],
    needs: ['network'],
  };
}
