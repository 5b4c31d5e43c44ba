import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { daemonEnvironment, type Daemon, findPart, requireDaemon, startDaemon } from './daemon.ts';

/** The administrator of the directory `dc=example,dc=com` that {@link startLdap} starts. */
export const LDAP_ADMIN = 'cn=admin,dc=example,dc=com';

const ROOT_ENTRY = `dn: dc=example,dc=com
objectClass: dcObject
objectClass: organization
dc: example
o: Example
`;

/**
 * OpenLDAP with the directory `dc=example,dc=com`.
 * @param password of {@link LDAP_ADMIN}
 * @param entries further entries as LDIF
 */
export async function startLdap(password: string, entries = ''): Promise<Daemon> {
  const program = requireDaemon('slapd');
  const schema = findPart('etc/ldap/schema');
  const modules = findPart('usr/lib/ldap');
  const settingsIn = (folder: string) => join(folder, 'slapd.conf');
  return startDaemon({
    program,
    prepare(folder) {
      const data = join(folder, 'data');
      mkdirSync(data);
      writeFileSync(
        settingsIn(folder),
        `${['core', 'cosine', 'inetorgperson'].map((name) => `include ${join(schema, `${name}.schema`)}`).join('\n')}
modulepath ${modules}
moduleload back_mdb
database mdb
maxsize 16777216
suffix "dc=example,dc=com"
rootdn "${LDAP_ADMIN}"
rootpw "${password}"
directory ${data}
`,
      );
      // slapadd is slapd under another name.
      execFileSync(requireDaemon('slapadd'), ['-f', settingsIn(folder)], {
        env: daemonEnvironment(),
        input: `${ROOT_ENTRY}\n${entries}`,
        stdio: ['pipe', 'ignore', 'pipe'],
      });
    },
    args: (port, folder) => ['-f', settingsIn(folder), '-h', `ldap://127.0.0.1:${port}`, '-d', '0'],
  });
}
