import type { BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { openContext } from './browser.ts';
import { eventually } from './program.ts';
import { openSeat, type Seat } from './seat.ts';

/** A seat, and for each test a browser in which nobody was signed in before. */
export interface Stranger {
  readonly seat: Seat;
  readonly context: BrowserContext;
  readonly page: Page;
  open(path: string): Promise<unknown>;
  /** Waits until the page is at this path and query. */
  arriveAt(path: string): Promise<void>;
  heading(name: string): Locator;
  email(): Locator;
  password(): Locator;
  /** The newest mail of this kind, with the code and the link in it. */
  mailTo(recipient: string, kind: string): Promise<{ readonly code: string; readonly link: string }>;
}

/** Opens the seat for the tests of the `describe` around it. */
export function useStranger(openOwnSeat: () => Promise<Seat> = () => openSeat()): Stranger {
  let seat: Seat;
  let context: BrowserContext;
  let page: Page;
  beforeAll(async () => {
    seat = await openOwnSeat();
  });
  beforeEach(async () => {
    context = await openContext(seat.browser);
    page = await context.newPage();
  });
  afterEach(() => context.close());
  afterAll(() => seat[Symbol.asyncDispose]());
  return {
    get seat() {
      return seat;
    },
    get context() {
      return context;
    },
    get page() {
      return page;
    },
    open: (path) => page.goto(seat.program.url + path),
    arriveAt: (path) => page.waitForURL((url) => url.pathname + url.search === path),
    heading: (name) => page.getByRole('heading', { level: 1, name, exact: true }),
    email: () => page.getByLabel('Email'),
    password: () => page.getByLabel('Password', { exact: true }),
    mailTo: (recipient, kind) =>
      eventually(`a ${kind} mail to ${recipient}`, async () => {
        const [mail] = await seat.database.query<{ body: string }>(
          'select body from identity.mails where recipient = $1 and kind = $2 order by created_at desc limit 1',
          [recipient, kind],
        );
        return (
          mail && {
            code: /^ {4}(\d{6})$/m.exec(mail.body)?.[1] ?? '',
            link: /http\S+token=\S+/.exec(mail.body)?.[0] ?? '',
          }
        );
      }),
  };
}
