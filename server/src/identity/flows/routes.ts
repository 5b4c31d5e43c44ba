import { FLOW_KINDS, type FlowKind } from '@watchroom/contract/identity';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CatalogueError } from '../../platform/http/errors.ts';
import type { AccountsContext } from '../context.ts';
import { setSessionCookie } from '../cookie.ts';
import { browserOf, knownBrowser } from './csrf.ts';
import type { Browser, FlowEngine, StepAnswer } from './engine.ts';
import { FlowError, forgedRequest } from './flow-error.ts';
import type { Sent } from './method.ts';
import { FLOW_PAGES } from './present.ts';
import { allowedReturnTo } from './return-to.ts';
import { visitorOf } from './visitor.ts';

const PUBLIC = { config: { permission: 'public' } } as const;
/** The largest that is sent is the answer of a passkey. */
const BODY_LIMIT = 64 * 1024;

type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Serves creating, reading and sending of every kind of flow. */
export function serveFlows(app: FastifyInstance, context: AccountsContext, engine: FlowEngine): void {
  const tools = flowHttp(context);
  for (const kind of FLOW_KINDS) {
    app.get(`/kratos/self-service/${kind}/browser`, PUBLIC, async (request, reply) => {
      const query = request.query as Query;
      const browser = await tools.meet(request, reply);
      const returnTo = one(query['return_to']);
      const flow = await engine.begin(kind, browser, browser.visitor.origin + pathOf(request), {
        refresh: one(query['refresh']) === 'true',
        aal: one(query['aal']) === 'aal2' ? 'aal2' : undefined,
        invitation: one(query['invitation']),
        token: one(query['token']),
        returnTo:
          returnTo === undefined || returnTo === ''
            ? undefined
            : allowedReturnTo(returnTo, tools.origins(browser.visitor.origin)),
      });
      if (!wantsPage(request)) return flow;
      return reply.redirect(`${FLOW_PAGES[kind]}?flow=${flow.id}`, 303);
    });
    app.get(`/kratos/self-service/${kind}/flows`, PUBLIC, async (request, reply) => {
      const browser = await tools.recognise(request);
      noStore(reply);
      return engine.read(kind, browser, one((request.query as Query)['id']) ?? '');
    });
    app.post(`/kratos/self-service/${kind}`, { ...PUBLIC, bodyLimit: BODY_LIMIT }, async (request, reply) => {
      await app.authorise(request, 'public');
      const browser = await tools.recognise(request);
      const query = request.query as Query;
      const token = one(query['token']);
      const sent = { ...bodyOf(request), ...(token === undefined ? {} : { token }) };
      return tools.send(request, reply, kind, await engine.submit(kind, browser, one(query['flow']) ?? '', sent));
    });
  }
}

/** What the routes of flows share. */
export function flowHttp(context: AccountsContext) {
  return {
    origins: (own: string) =>
      context.publicUrl === undefined ? [own] : [...new Set([own, new URL(context.publicUrl).origin])],
    /** A browser that comes for the first time gets its anti-forgery cookie. */
    async meet(request: FastifyRequest, reply: FastifyReply): Promise<Browser> {
      noStore(reply);
      return { visitor: await visitorOf(context, request), value: browserOf(request, reply, context.publicUrl) };
    },
    /** @throws FlowError security_csrf_violation for a browser without the cookie. */
    async recognise(request: FastifyRequest): Promise<Browser> {
      const value = knownBrowser(request);
      if (value === undefined) throw forgedRequest();
      return { visitor: await visitorOf(context, request), value };
    },
    /** Answers a step; a page that was opened is led on, a script is told. */
    send(request: FastifyRequest, reply: FastifyReply, kind: FlowKind, answer: StepAnswer) {
      noStore(reply);
      if (answer.kind !== 'flow' && answer.sessionToken !== undefined)
        setSessionCookie(request, reply, answer.sessionToken, context.publicUrl);
      if (wantsPage(request)) return reply.redirect(pageOf(kind, answer), 303);
      if (answer.kind === 'flow') return reply.code(answer.isRefused ? 400 : 200).send(answer.flow);
      if (answer.kind === 'over') return reply.send(answer.body);
      const moved = new FlowError('browser_location_change_required', 'The browser must go on elsewhere.', {
        redirectTo: answer.to,
      });
      return reply.code(moved.status).send(moved.body());
    },
  };
}

/** Where a browser goes that came by an address, as from an OpenID Connect provider. */
function pageOf(kind: FlowKind, answer: StepAnswer): string {
  if (answer.kind === 'flow') return `${FLOW_PAGES[kind]}?flow=${answer.flow.id}`;
  return answer.kind === 'moved' ? answer.to : answer.next;
}

/** Puts the errors of the protocol into its shape; the limits on guessing are among them. */
export function answerFlowErrors(app: FastifyInstance): void {
  const answerOthers = app.errorHandler;
  app.setErrorHandler((error: Error, request, reply) => {
    noStore(reply);
    const known = error instanceof FlowError ? error : limited(error);
    if (!known) return answerOthers(error as never, request, reply);
    if (wantsPage(request)) return reply.redirect(known.redirectTo ?? pageOfError(known), 303);
    return reply.code(known.status).send(known.body());
  });
}

/** Somebody who is signed in already gets on with what they came for. */
function pageOfError({ id }: FlowError): string {
  return id === 'session_already_available' ? '/' : `/error?error_code=${id}`;
}

function limited(error: Error): FlowError | undefined {
  return error instanceof CatalogueError && error.code === 'too_many_requests'
    ? new FlowError('too_many_requests', error.message)
    : undefined;
}

export function noStore(reply: FastifyReply): void {
  reply.header('cache-control', 'no-store');
}

/** A browser that opens an address names HTML and not JSON. */
export function wantsPage(request: FastifyRequest): boolean {
  const accept = request.headers.accept?.toLowerCase() ?? '';
  return accept.includes('text/html') && !accept.includes('application/json');
}

/** Without the query, in which an invitation may stand. */
function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '';
}

function one(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.[0];
}

function bodyOf(request: FastifyRequest): Sent {
  const { body } = request;
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Sent) : {};
}
