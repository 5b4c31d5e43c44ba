import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createSocketServer, type AddressInfo } from 'node:net';

/** A shop's servers on this machine: pages that answer, one that is slow, one that fails now and then, and one that is down. */
export interface Watched extends AsyncDisposable {
  readonly canaries: readonly object[];
}

/** Milliseconds until each path answers, give or take a third; every second run of a wavering one fails for a while. */
const PAGES: Readonly<Record<string, { readonly delay: number; readonly fails?: 'always' | 'sometimes' }>> = {
  '/': { delay: 18 },
  '/cart': { delay: 34 },
  '/search': { delay: 140 },
  '/checkout': { delay: 52, fails: 'always' },
  '/payments': { delay: 75, fails: 'sometimes' },
  '/stock': { delay: 9 },
  '/mail': { delay: 22 },
};
const WAVE = 24;

export async function startWatched(): Promise<Watched> {
  let requests = 0;
  const web = createServer(({ url = '/' }, response) => {
    requests += 1;
    const page = PAGES[url] ?? { delay: 5 };
    const isDown = page.fails === 'always' || (page.fails === 'sometimes' && requests % WAVE < WAVE / 6);
    const delay = page.delay * (0.7 + 0.6 * Math.random());
    setTimeout(() => response.writeHead(isDown ? 503 : 200, { 'content-type': 'text/plain' }).end('ok'), delay);
  });
  const broker = createSocketServer((socket) => socket.end());
  web.listen(0, '127.0.0.1');
  broker.listen(0, '127.0.0.1');
  await Promise.all([once(web, 'listening'), once(broker, 'listening')]);
  const origin = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
  const page = (name: string, path: string) => ({ name, url: origin + path });
  const canary = (name: string, namespace: string, team: string, kinds: object) => ({
    name,
    namespace,
    labels: { team },
    spec: { schedule: '@every 2s', ...kinds },
  });
  return {
    canaries: [
      canary('storefront', 'shop', 'web', {
        http: [page('front page', '/'), page('search', '/search'), page('cart', '/cart')],
      }),
      canary('orders', 'shop', 'payments', {
        http: [page('checkout', '/checkout'), page('payment provider', '/payments')],
        tcp: [{ name: 'message broker', endpoint: `127.0.0.1:${(broker.address() as AddressInfo).port}` }],
      }),
      canary('warehouse', 'logistics', 'logistics', {
        http: [page('stock service', '/stock'), page('mail relay', '/mail')],
      }),
    ],
    async [Symbol.asyncDispose]() {
      web.close();
      web.closeAllConnections();
      broker.close();
      await Promise.all([once(web, 'close'), once(broker, 'close')]);
    },
  };
}
