import type { IncomingMessage, RequestListener } from 'node:http';
import { text as bodyOf } from 'node:stream/consumers';
import { serveDns, serveHttp, serveRaw } from '../kinds/support/testing/servers.ts';

/** Servers that send back whatever they are told, in every encoding that is in use. */
export interface EchoTarget extends AsyncDisposable {
  /** Without a slash at the end. */
  readonly http: string;
  readonly tcpPort: number;
  readonly dnsPort: number;
  /** What was sent to it in `Authorization`, without the scheme. */
  readonly credentials: ReadonlySet<string>;
  /** What it gave away as a token. */
  readonly token: string;
  /** How often a text arrived that contains this one. */
  received(text: string): boolean;
}

export async function startEchoTarget(): Promise<EchoTarget> {
  const credentials = new Set<string>();
  const texts: string[] = [];
  const token = 'echoed-Token-5521';
  const http = await serveHttp(echo(token, credentials, texts));
  const tcp = await serveRaw((socket, request) => socket.end(request));
  const dns = await serveDns((question) => ({
    answers: [{ type: 'TXT', name: question.name, data: [`you asked for ${question.name}`] }],
  }));
  return {
    http: http.url,
    tcpPort: tcp.port,
    dnsPort: dns.port,
    credentials,
    token,
    received: (text) => texts.some((one) => one.includes(text)),
    async [Symbol.asyncDispose]() {
      await http[Symbol.asyncDispose]();
      await tcp[Symbol.asyncDispose]();
      await dns[Symbol.asyncDispose]();
    },
  };
}

function echo(token: string, credentials: Set<string>, texts: string[]): RequestListener {
  return (request, response) => {
    void bodyOf(request).then((body) => {
      const authorization = request.headers.authorization ?? '';
      const told = textsOf(request, body);
      texts.push(...told);
      if (!authorization.startsWith('NTLM TlRMTVNTUAAB') && authorization !== '')
        credentials.add(authorization.slice(authorization.indexOf(' ') + 1));
      for (const [index, text] of told.entries())
        if (/^[\t\x20-\x7e\x80-\xff]*$/.test(text)) response.setHeader(`x-echo-${index}`, text);
      if (body.includes('grant_type=client_credentials')) {
        response.end(JSON.stringify({ access_token: token, echo: told }));
        return;
      }
      response.setHeader('www-authenticate', ['Digest realm="r", nonce="n", qop="auth"', `NTLM ${NTLM_CHALLENGE}`]);
      const asksAgain = authorization === '' || authorization.startsWith('NTLM TlRMTVNTUAAB');
      if (request.url?.startsWith('/page')) {
        response.setHeader('content-type', 'text/html').writeHead(asksAgain ? 401 : 200);
        response.end(
          told
            .flatMap(encodings)
            .map((text) => `<a href="/gone/${encodeURIComponent(text)}">${html(text)}</a>`)
            .join('\n'),
        );
      } else {
        response.setHeader('content-type', 'application/json').writeHead(asksAgain ? 401 : 500);
        response.end(JSON.stringify(treeOf(told)));
      }
    });
  };
}

/** A server's message of MS-NLMP, section 2.2.1.2, without flags and information. */
const NTLM_CHALLENGE = Buffer.concat([Buffer.from('NTLMSSP\0\x02\0\0\0', 'latin1'), Buffer.alloc(36)]).toString(
  'base64',
);

function textsOf(request: IncomingMessage, body: string): string[] {
  const url = new URL(request.url ?? '/', 'http://echo');
  const values = Object.values(request.headers).flatMap((value) => value ?? []);
  const basic = /^Basic (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  const login = basic === undefined ? [] : [Buffer.from(basic, 'base64').toString()];
  return [request.url ?? '', ...url.searchParams.values(), ...values, ...login, ...(body === '' ? [] : [body])];
}

function treeOf(texts: readonly string[]): unknown {
  return texts.map((text) => ({ [text]: encodings(text), parsed: parsed(text), inside: { deep: [[text]] } }));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** The text in the encodings in which servers log, answer and redirect. */
export function encodings(text: string): string[] {
  const bytes = Buffer.from(text);
  return [
    text,
    encodeURIComponent(text),
    encodeURIComponent(text).replaceAll(/%../g, (escape) => escape.toLowerCase()),
    new URLSearchParams({ x: text }).toString().slice(2),
    bytes.toString('base64'),
    Buffer.from(`:${text}`).toString('base64'),
    Buffer.from(`u:${text}`).toString('base64url'),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    JSON.stringify(text).slice(1, -1),
    html(text),
  ];
}

function html(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');
}
