import { defineConnectionKind } from './support/define.ts';
import { choice, entrySchema, insecureTls, login, port, text } from './support/fields.ts';

export const kind = defineConnectionKind({
  title: 'Email',
  summary: 'A mail server (SMTP) that messages are sent through.',
  icon: 'mail',
  group: 'Notifications',
  documentKey: 'smtp',
  schema: entrySchema({
    ...login,
    insecure_tls: insecureTls,
    properties: {
      host: text('Mail server', { example: 'smtp.example.org' }),
      port: port(587),
      from: text('Address of the sender', { title: 'From address', example: 'watch@example.org' }),
      fromName: text('Name of the sender', { title: 'From name' }),
      encryptionMethod: choice(
        'Auto: TLS from the first byte on port 465, STARTTLS elsewhere if the server offers it',
        ['None', 'ExplicitTLS', 'ImplicitTLS', 'Auto'],
        'Auto',
      ),
      authMethod: choice(
        'How to sign in. Unknown: the best way that the server offers',
        ['None', 'Plain', 'CRAMMD5', 'Unknown', 'OAuth2'],
        'Unknown',
      ),
    },
  }),
  url: 'smtp://$(username):$(password)@$(properties.host):$(properties.port)/?Encryption=$(properties.encryptionMethod)&Auth=$(properties.authMethod)',
  document: {
    fromAddress: 'properties.from',
    encryption: 'properties.encryptionMethod',
    auth: 'properties.authMethod',
  },
  rules: [{ when: ['password'], require: ['username'], message: 'A password needs a user name' }],
  examples: [
    {
      title: 'A mail server',
      spec: {
        username: 'watch',
        password: 'secret',
        properties: { host: 'smtp.example.org', port: '587', from: 'watch@example.org', fromName: 'Watchroom' },
      },
    },
  ],
  rejects: [
    { spec: { properties: { from: 'a@b.example', fromName: 'A' } }, path: 'properties.host', reason: 'required' },
    {
      spec: { properties: { host: 'a', port: '70000', from: 'a@b.example', fromName: 'A' } },
      path: 'properties.port',
      reason: '65535',
    },
    {
      spec: { properties: { host: 'a', from: 'a@b.example', fromName: 'A', authMethod: 'Magic' } },
      path: 'properties.authMethod',
      reason: 'option',
    },
  ],
  needs: ['network'],
  async test(trial, { username, password, insecureTls: isInsecure, properties }) {
    const { host = '', port: portText, encryptionMethod, authMethod } = properties;
    const { createTransport } = await import('nodemailer');
    const number = Number(portText);
    const isImplicit = encryptionMethod === 'ImplicitTLS' || (encryptionMethod === 'Auto' && number === 465);
    const tls = { rejectUnauthorized: !isInsecure };
    const socket = await trial.connect({ host, port: number, ...(isImplicit && { tls }) });
    const ways: Readonly<Record<string, string>> = { Plain: 'PLAIN', CRAMMD5: 'CRAM-MD5', OAuth2: 'XOAUTH2' };
    const method = ways[authMethod ?? ''];
    const transport = createTransport({
      host,
      port: number,
      secure: isImplicit,
      secured: isImplicit,
      requireTLS: encryptionMethod === 'ExplicitTLS',
      ignoreTLS: encryptionMethod === 'None',
      connection: socket,
      tls,
      ...(method !== undefined && { authMethod: method }),
      ...(username !== '' && authMethod !== 'None' && { auth: { user: username, pass: password }, forceAuth: true }),
    });
    try {
      await trial.step('Sign in', () => transport.verify());
    } finally {
      transport.close();
    }
  },
});
