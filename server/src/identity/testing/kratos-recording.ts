import type { IncomingMessage, ServerResponse } from 'node:http';
import { serveHttp } from '../../../../libraries/outbound/tests/servers.ts';
import {
  type FakeIdentity,
  type FakeSession,
  FLOW,
  genericError,
  identityBody,
  LATER,
  loginFlow,
  newIdentity,
  newSession,
  sessionBody,
} from './kratos-answers.ts';

/** What a request to the fake brought. */
interface Asked {
  readonly method: string;
  /** With its query. */
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface FakeKratos extends AsyncDisposable {
  readonly publicUrl: string;
  readonly adminUrl: string;
  readonly askedPublic: Asked[];
  readonly askedAdmin: Asked[];
  readonly identities: Map<string, FakeIdentity>;
  /** Cookie value or session token → session. */
  readonly sessions: Map<string, FakeSession>;
  /** Path → what is answered instead, once per request, until it is taken away; `hang` answers nothing. */
  readonly instead: Map<string, { readonly status: number; readonly body?: unknown } | 'hang'>;
  /** Makes an identity whose address is verified. */
  person(email: string, changes?: Partial<FakeIdentity>): FakeIdentity;
  /** Begins a session of his. @returns the header that a browser sends. */
  signIn(identity: FakeIdentity, level?: FakeSession['level']): { cookie: string };
}

/**
 * A fake of the two interfaces of Ory Kratos on this machine. It answers in the wire form that the API reference of Kratos
 * documents, from a few identities in memory. No real Kratos was run for it: what a real one does beyond that form is not
 * tested with it.
 */
export async function startFakeKratos(): Promise<FakeKratos> {
  const identities: FakeKratos['identities'] = new Map();
  const sessions: FakeKratos['sessions'] = new Map();
  const instead: FakeKratos['instead'] = new Map();
  const askedPublic: Asked[] = [];
  const askedAdmin: Asked[] = [];
  const serve = (asked: Asked[], answer: (asked: Asked, response: ServerResponse) => void) =>
    serveHttp((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method = '', url = '', headers } = request;
        const one = { method, url, headers, body: Buffer.concat(chunks).toString() };
        asked.push(one);
        const other = instead.get(url.split('?')[0] ?? '');
        if (other === undefined) answer(one, response);
        else if (other !== 'hang') send(response, other.status, other.body);
      });
    });
  const world = { identities, sessions };
  const open = await serve(askedPublic, (asked, response) => answerPublic(world, asked, response));
  const admin = await serve(askedAdmin, (asked, response) => answerAdmin(world, asked, response));
  return {
    publicUrl: open.url,
    adminUrl: admin.url,
    askedPublic,
    askedAdmin,
    identities,
    sessions,
    instead,
    person(email, changes = {}) {
      const made = newIdentity({ email, isVerified: true, ...changes });
      identities.set(made.id, made);
      return made;
    },
    signIn(identity, level = 'aal1') {
      const token = crypto.randomUUID();
      sessions.set(token, newSession(identity, level));
      return { cookie: `ory_kratos_session=${token}` };
    },
    async [Symbol.asyncDispose]() {
      await open[Symbol.asyncDispose]();
      await admin[Symbol.asyncDispose]();
    },
  };
}

type World = Pick<FakeKratos, 'identities' | 'sessions'>;

function answerPublic(world: World, asked: Asked, response: ServerResponse): void {
  const [path = ''] = asked.url.split('?');
  const { cookie = '', 'x-session-token': header } = asked.headers;
  const token = typeof header === 'string' ? header : (/ory_kratos_session=([^;]+)/.exec(cookie)?.[1] ?? '');
  switch (`${asked.method} ${path}`) {
    case 'GET /sessions/whoami':
      return answerWhoAmI(world.sessions.get(token), response);
    case 'GET /self-service/login/api':
      return send(response, 200, loginFlow('api', []));
    case 'GET /self-service/login/browser':
      response.setHeader('set-cookie', ['csrf_token_82b1=c2VjcmV0; Path=/; HttpOnly; SameSite=Lax']);
      if (asked.headers.accept?.includes('text/html')) {
        response.setHeader('location', `http://watchroom.test/login?flow=${FLOW}`);
        return send(response, 303);
      }
      return send(response, 200, loginFlow('browser', []));
    case 'POST /self-service/login':
      return answerLogin(world, asked, response);
    case 'DELETE /self-service/logout/api':
      world.sessions.delete(String(read(asked)['session_token']));
      return send(response, 204);
    case 'GET /self-service/logout':
      world.sessions.delete(token);
      return send(response, 204);
    default:
      return send(response, 404, genericError(404, 'Not Found', 'Unable to locate the resource'));
  }
}

function answerWhoAmI(session: FakeSession | undefined, response: ServerResponse): void {
  if (session?.identity.state !== 'active')
    return send(response, 401, genericError(401, 'Unauthorized', 'No valid session cookie found.'));
  if (session.identity.hasSecondFactor && session.level === 'aal1')
    return send(response, 403, {
      ...genericError(403, 'Forbidden', 'The session does not fulfill the requested AAL', 'session_aal2_required'),
      redirect_browser_to: 'http://watchroom.test/kratos/self-service/login/browser?aal=aal2',
    });
  send(response, 200, sessionBody(session));
}

function answerLogin({ identities, sessions }: World, asked: Asked, response: ServerResponse): void {
  const { identifier, password, method } = read(asked);
  const identity = [...identities.values()].find(({ email }) => email === identifier);
  const isNative = asked.headers.cookie === undefined;
  if (method !== 'password' || identity?.password !== password || identity === undefined)
    return send(
      response,
      400,
      loginFlow(isNative ? 'api' : 'browser', [
        { id: 4000006, text: 'The provided credentials are invalid.', type: 'error' },
      ]),
    );
  if (identity.state !== 'active')
    return send(response, 401, genericError(401, 'Unauthorized', 'This account was disabled.'));
  const token = crypto.randomUUID();
  const session = newSession(identity, 'aal1');
  sessions.set(token, session);
  if (isNative) return send(response, 200, { session_token: token, session: sessionBody(session) });
  response.setHeader('set-cookie', [
    'csrf_token_82b1=bmV3; Path=/; HttpOnly; SameSite=Lax',
    `ory_kratos_session=${token}; Path=/; Expires=Wed, 02 Jan 2030 10:00:00 GMT; HttpOnly; SameSite=Lax`,
  ]);
  send(response, 200, { session: sessionBody(session) });
}

function answerAdmin({ identities, sessions }: World, asked: Asked, response: ServerResponse): void {
  const [path = ''] = asked.url.split('?');
  const [, , kind = '', id = '', part] = path.split('/');
  const identity = identities.get(id);
  const notFound = () => send(response, 404, genericError(404, 'Not Found', 'Unable to locate the resource'));
  const ofIdentity = [...sessions].filter(([, session]) => session.identity.id === id);
  switch (`${asked.method} ${kind} ${part ?? ''}`) {
    case 'POST identities ': {
      const { traits } = read(asked) as { traits: { email: string; name: { first: string; last: string } } };
      if ([...identities.values()].some(({ email }) => email === traits.email))
        return send(response, 409, genericError(409, 'Conflict', 'This identity conflicts with another identity.'));
      const made = newIdentity({ email: traits.email, first: traits.name.first, last: traits.name.last });
      identities.set(made.id, made);
      return send(response, 201, identityBody(made));
    }
    case 'POST recovery ': {
      const link = { recovery_link: `http://watchroom.test/recovery?flow=${FLOW}`, expires_at: LATER };
      return id === 'code' ? send(response, 201, { ...link, recovery_code: '482916' }) : send(response, 200, link);
    }
    case 'PATCH identities ': {
      if (!identity) return notFound();
      for (const { path: at, value } of JSON.parse(asked.body) as { path: string; value: never }[]) {
        if (at === '/traits/email') identity.email = value;
        if (at === '/traits/name') Object.assign(identity, value);
        if (at === '/state') identity.state = value;
      }
      return send(response, 200, identityBody(identity));
    }
    case 'DELETE identities ':
      if (!identity) return notFound();
      identities.delete(id);
      for (const [token] of ofIdentity) sessions.delete(token);
      return send(response, 204);
    case 'GET identities sessions':
      return identity
        ? send(
            response,
            200,
            ofIdentity.map(([, session]) => sessionBody(session)),
          )
        : notFound();
    case 'DELETE identities sessions':
      for (const [token] of ofIdentity) sessions.delete(token);
      return send(response, 204);
    case 'DELETE sessions ':
      for (const [token, session] of sessions) if (session.id === id) sessions.delete(token);
      return send(response, 204);
    default:
      return notFound();
  }
}

function read({ body }: Asked): Record<string, unknown> {
  return JSON.parse(body === '' ? '{}' : body) as Record<string, unknown>;
}

function send(response: ServerResponse, status: number, body?: unknown): void {
  if (body === undefined) response.writeHead(status).end();
  else response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}
