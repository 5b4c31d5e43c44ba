import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

const CLIENT = { id: 'watchroom', secret: 'the secret of this client' } as const;

// The library warns of each setting that a real provider should have.
for (const name of ['info', 'warn'] as const) {
  const say = console[name];
  console[name] = (...words: unknown[]) => {
    if (!String(words[0]).startsWith('oidc-provider ')) say(...words);
  };
}

export interface OidcProvider extends AsyncDisposable {
  /** What the file of `WATCHROOM_OIDC` says of it. */
  readonly configuration: string;
  /** Lets browsers be sent back to this server, which must know of the provider before it starts. */
  serve(url: string): void;
}

/** A real OpenID Connect provider with its own pages; whoever signs in there is who he says, with an address that is verified. */
export async function startOidcProvider(): Promise<OidcProvider> {
  let handle: RequestListener = (_, response) => void response.writeHead(503).end();
  const server = createServer((request, response) => handle(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    configuration: `- id: corp
  label: Corp
  issuer: ${issuer}
  clientId: ${CLIENT.id}
  clientSecret: ${CLIENT.secret}
`,
    serve(url) {
      const back = `${url}/kratos/self-service/methods/oidc/callback/corp`;
      const provider = new Provider(issuer, {
        clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [back] }],
        cookies: { keys: ['only for tests'] },
        claims: { email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
        pkce: { required: () => true },
        findAccount: (_context, subject) => ({
          accountId: subject,
          claims: () => ({
            sub: subject,
            email: `${subject}@corp.example`,
            email_verified: true,
            given_name: 'Corp',
            family_name: subject,
          }),
        }),
      });
      const answer = provider.callback();
      handle = (request, response) => void answer(request, response);
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
