import { defineConnectionKind } from './support/define.ts';
import { address, entrySchema, insecureTls, login } from './support/fields.ts';
import { loginOf } from './support/login.ts';
import { STEPS } from './support/trial.ts';
import { passwordNeedsName } from './support/web.ts';

const LDAP = /^(?:ldaps?:\/\/[^\s/?#]\S*|.*(?:\$\(|\{\{).*)$/;

export const kind = defineConnectionKind({
  title: 'LDAP',
  summary: 'A directory, such as OpenLDAP or Active Directory.',
  icon: 'server',
  group: 'Directories and hosts',
  schema: entrySchema({
    url: address(
      'Address of the server, with an entry to read if you like; ldaps:// uses TLS',
      LDAP,
      'ldaps://ldap.example.org/dc=example,dc=org',
    ),
    ...login,
    insecure_tls: insecureTls,
  }),
  rules: [
    // A name without a password is an anonymous sign-in to a server, which looks like one that works.
    { when: ['username'], require: ['password'], message: 'A user name needs a password' },
    passwordNeedsName,
  ],
  examples: [
    {
      title: 'A directory',
      spec: {
        url: 'ldaps://ldap.example.org/dc=example,dc=org',
        username: 'cn=monitor,dc=example,dc=org',
        password: 'secret',
      },
    },
  ],
  rejects: [
    { spec: {}, path: 'url', reason: 'ldaps://' },
    { spec: { url: 'http://ldap.example.org' }, path: 'url', reason: 'ldaps://' },
    { spec: { url: 'ldap://a', username: 'cn=ann' }, path: 'password', reason: 'password' },
    { spec: { url: 'ldap://a', password: 'x' }, path: 'username', reason: 'user name' },
  ],
  needs: ['network'],
  async test(trial, connection) {
    const { url, username, password } = loginOf(connection);
    const { Client, ResultCodeError } = await import('ldapts');
    const isSecure = url.protocol === 'ldaps:';
    const tls = isSecure && { tls: { rejectUnauthorized: !connection.insecureTls } };
    const socket = await trial.connect({
      host: url.hostname,
      port: Number(url.port || (isSecure ? 636 : 389)),
      ...tls,
    });
    const client = new Client({
      // TLS stands already.
      url: `ldap://${url.host}`,
      createConnection: () => socket,
      timeout: trial.left(),
    });
    const entry = decodeURIComponent(url.pathname.slice(1));
    /** The driver keeps the name of a result in the name of its error: `NoSuchObjectError`. */
    const inWords = (error: unknown): never => {
      if (!(error instanceof ResultCodeError)) throw error;
      const result = error.name.replace(/Error$/, '').replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
      throw new Error(`The directory answers: ${result.toLowerCase()}. ${error.message.trim()}`, { cause: error });
    };
    try {
      await trial.step(STEPS.signIn, () => client.bind(username, password).catch(inWords));
      await trial.step(
        STEPS.read,
        async () => {
          const found = await client.search(entry, { scope: 'base', attributes: ['objectClass'] }).catch(inWords);
          if (entry !== '' && found.searchEntries.length === 0)
            throw new Error(`There is no entry ${entry} that this user may read`);
        },
        () => `${entry || 'The root entry'} can be read`,
      );
    } finally {
      await client.unbind().catch(() => undefined);
    }
  },
});
