import { z } from 'zod';
import { askApi, basicOf, below } from './support/ask-api.ts';
import { defineConnectionKind } from './support/define.ts';
import { entrySchema, insecureTls, optionalUrl, secret, text } from './support/fields.ts';

export const kind = defineConnectionKind({
  title: 'Azure DevOps',
  summary: 'An organisation in Azure DevOps. The test asks whom the token belongs to.',
  icon: 'brand-azure',
  group: 'Source code',
  documentKey: 'azureDevops',
  schema: entrySchema({
    url: optionalUrl('Address, where it is not dev.azure.com', 'https://devops.example.org'),
    username: text('Organisation, or collection of a server of your own', { title: 'Organization' }),
    password: secret('Personal access token', { title: 'Token' }),
    insecure_tls: insecureTls,
  }),
  url: 'https://dev.azure.com',
  document: { organization: 'username', personalAccessToken: 'password' },
  examples: [{ title: 'An organisation', spec: { username: 'acme', password: 'secret' } }],
  rejects: [
    { spec: { username: 'acme' }, path: 'password', reason: 'required' },
    { spec: { password: 'x' }, path: 'username', reason: 'required' },
  ],
  needs: ['network'],
  async test(trial, connection) {
    const { url, username: organization, password } = connection;
    await askApi(trial, connection, {
      url: below(url, `${encodeURIComponent(organization)}/_apis/connectionData?api-version=7.1-preview`),
      // Without this, a token that is refused leads to the page of the sign-in.
      headers: { authorization: basicOf('', password), 'x-tfs-fedauthredirect': 'Suppress' },
      answer: z.object({ authenticatedUser: z.object({ providerDisplayName: z.string() }) }),
      say: ({ authenticatedUser }) => authenticatedUser.providerDisplayName,
    });
  },
});
