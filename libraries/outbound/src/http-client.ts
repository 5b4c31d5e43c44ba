import { Deadline } from './deadline.ts';
import { type Connection, dial, type Route } from './dial.ts';
import { type Carrier, type Exchange, type ExchangeLimits, exchange } from './exchange.ts';
import type { HttpAnswer, HttpRequest, HttpTimings } from './http-request.ts';
import { KeepAliveAgent, noKeptConnection } from './keep-alive.ts';
import { formatEndpoint, OutboundError } from './outbound-error.ts';
import { planRedirect, planRequest, type RequestPlan, withoutLogin } from './request-plan.ts';
import type { Slots } from './slots.ts';
import { trustKey } from './tls-trust.ts';

export interface HttpClient {
  request(request: HttpRequest): Promise<HttpAnswer>;
  close(): void;
}

const defaultTimeout = 30_000;
const defaultRedirects = 5;
const mebibyte = 1024 * 1024;

/** Sends requests over connections that `route` lets through, follows redirects, and never holds more than its limits. */
export function createHttpClient(route: Route, slots: Slots, calls: Set<Deadline>, userAgent: string): HttpClient {
  const agents = new Map<string, KeepAliveAgent>();

  function agentFor(plan: RequestPlan): KeepAliveAgent {
    const key = plan.url.protocol === 'http:' ? 'http' : trustKey(plan.tls ?? {});
    let agent = agents.get(key);
    if (agent === undefined) {
      agent = new KeepAliveAgent();
      agents.set(key, agent);
    }
    return agent;
  }

  function connect(plan: RequestPlan, deadline: Deadline): Promise<Connection> {
    const tls = plan.url.protocol === 'https:' ? { ...plan.tls, alpn: ['http/1.1'] } : undefined;
    return dial(route, { host: plan.host, port: plan.port, tls }, deadline);
  }

  async function hop(
    plan: RequestPlan,
    keepAlive: boolean,
    limits: ExchangeLimits,
    follow: boolean,
    deadline: Deadline,
  ): Promise<Exchange> {
    const release = await slots.acquire(formatEndpoint(plan.host.name, plan.port), deadline);
    try {
      if (!keepAlive) {
        const carrier: Carrier = { fresh: await connect(plan, deadline), agent: undefined };
        return await exchange(plan, carrier, limits, follow, deadline);
      }
      const agent = agentFor(plan);
      if (agent.hasIdle(plan.host.name, plan.port)) {
        try {
          return await exchange(plan, { fresh: undefined, agent }, limits, follow, deadline);
        } catch (error) {
          if (!mayRepeat(error, plan)) throw error;
        }
      }
      return await exchange(plan, { fresh: await connect(plan, deadline), agent }, limits, follow, deadline);
    } finally {
      release();
    }
  }

  return {
    async request(request) {
      const started = performance.now();
      let plan = planRequest(request, userAgent);
      const limits = limitsOf(request);
      const maxRedirects = request.maxRedirects ?? defaultRedirects;
      const timings: HttpTimings = { dns: 0, connect: 0, tls: 0, firstByte: 0, total: 0 };
      const redirects: string[] = [];
      using deadline = new Deadline(plan.host.name, request.timeout ?? defaultTimeout, request.signal, calls);
      for (;;) {
        const answer = await hop(plan, request.keepAlive === true, limits, maxRedirects > 0, deadline);
        addTimings(timings, answer);
        if (answer.location === undefined) {
          timings.total = performance.now() - started;
          return present(answer, withoutLogin(plan.url), redirects, timings);
        }
        plan = planRedirect(plan, answer.status, answer.location);
        if (redirects.length >= maxRedirects) {
          const hops = `${maxRedirects} redirect${maxRedirects === 1 ? '' : 's'}`;
          throw new OutboundError('redirects', `More than ${hops}; the last one pointed to ${plan.url.host}`);
        }
        redirects.push(withoutLogin(plan.url));
      }
    },
    close() {
      for (const agent of agents.values()) agent.destroy();
      agents.clear();
    },
  };
}

// A server may close an idle connection in the very moment it is used again. Only then, and only where doing it twice is
// harmless, is the request sent again.
function mayRepeat(error: unknown, plan: RequestPlan): boolean {
  if (!(error instanceof OutboundError)) return false;
  if (error.detail === noKeptConnection) return true;
  const harmless = plan.method === 'GET' || plan.method === 'HEAD' || plan.method === 'OPTIONS';
  return harmless && (error.detail === 'ECONNRESET' || error.detail === 'EPIPE');
}

function limitsOf(request: HttpRequest): ExchangeLimits {
  return {
    maxBytes: request.maxBytes ?? mebibyte,
    maxRatio: request.maxRatio ?? 100,
    onTooLarge: request.onTooLarge ?? 'fail',
    maxHeaderBytes: request.maxHeaderBytes ?? 64 * 1024,
    maxHeaders: request.maxHeaders ?? 2000,
  };
}

function addTimings(sum: HttpTimings, hop: Exchange): void {
  sum.dns += hop.connection.timings.dns;
  sum.connect += hop.connection.timings.connect;
  sum.tls += hop.connection.timings.tls;
  sum.firstByte += hop.firstByte;
}

function present(answer: Exchange, url: string, redirects: string[], timings: HttpTimings): HttpAnswer {
  const { status, statusText, headers, body, truncated } = answer;
  const { address, certificate } = answer.connection;
  const shown = certificate === undefined ? {} : { certificate };
  return { status, statusText, headers, body, truncated, url, redirects, timings, address, ...shown };
}
