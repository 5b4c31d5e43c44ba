import aws4 from 'aws4';
import type { z } from 'zod';
import type { awsSigV4 } from './http-fields.ts';

export interface SignedParts {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

// Hosts of AWS name their service; anything else that asks for a signature is nearly always an API behind its gateway.
const AWS_HOST = /\.(amazonaws\.com(\.cn)?|api\.aws)$/i;

/** The headers of the request with its AWS signature, version 4. */
export function signedHeaders(parts: SignedParts, config: z.infer<typeof awsSigV4>): Readonly<Record<string, string>> {
  const service = config.service ?? (AWS_HOST.test(parts.url.hostname) ? undefined : 'execute-api');
  const request = aws4.sign(
    {
      host: parts.url.host,
      path: `${parts.url.pathname}${parts.url.search}`,
      method: parts.method,
      headers: { ...parts.headers },
      ...(parts.body === undefined ? {} : { body: parts.body }),
      ...(service === undefined ? {} : { service }),
      ...(config.region === undefined ? {} : { region: config.region }),
    },
    {
      accessKeyId: config.accessKey?.value ?? '',
      secretAccessKey: config.secretKey?.value ?? '',
      ...(config.sessionToken?.value ? { sessionToken: config.sessionToken.value } : {}),
    },
  );
  // The connection sets both itself, from the address and the body that were signed.
  return Object.fromEntries(Object.entries(request.headers).filter(([name]) => !/^(host|content-length)$/i.test(name)));
}
