import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible, gatherErrors, type Look, openBrowser, openContext } from './browser.ts';
import { createOutsideDatabase, type OutsideDatabase } from './database.ts';
import { type Program, type ProgramOptions, startProgram } from './program.ts';
import { signIn } from './sign-in.ts';

/** A running program, its database, and a browser in which the administrator is signed in. */
export interface Seat extends AsyncDisposable {
  readonly database: OutsideDatabase;
  readonly program: Program;
  readonly browser: Browser;
  readonly context: BrowserContext;
  readonly page: Page;
  /** What the console of `page` reported; a test expects nothing. */
  readonly errors: readonly string[];
  /** A page in a browser of a new person with this role. */
  signInAs(role: string): Promise<Page>;
  /** A page of the administrator in another look, with what its console reports. */
  openLook(
    look: Parameters<typeof openContext>[1],
  ): Promise<{ readonly page: Page; readonly errors: readonly string[] }>;
  /** Opens an address in this look, takes a picture named after it, and expects no violation and no sideways scrolling. */
  expectLook(look: Look, path: string, name: string, isReady: (page: Page) => Promise<unknown>): Promise<void>;
  /** Writes a row through the data API. @returns its id */
  add(table: string, row: object): Promise<string>;
}

/** Opens a seat on a database of its own; everything ends when it is disposed. */
export async function openSeat(options: Pick<ProgramOptions, 'folder' | 'flags'> = {}): Promise<Seat> {
  const database = await createOutsideDatabase();
  const [browser, program] = await Promise.all([
    openBrowser(),
    startProgram({ ...options, environment: database.environment }),
  ]);
  const context = await openContext(browser);
  const page = await context.newPage();
  const errors = gatherErrors(page);
  await signIn(context, program.url);
  const openLook: Seat['openLook'] = async (look) => {
    const own = await openContext(browser, look);
    await own.addCookies(await context.cookies());
    const other = await own.newPage();
    return { page: other, errors: gatherErrors(other) };
  };
  /** Kept open: a page whose scripts the browser knows loads in half the time. */
  const looks = new Map<string, Page>();
  return {
    database,
    program,
    browser,
    context,
    page,
    errors,
    openLook,
    async signInAs(role) {
      const token = await database.signInAs(role);
      const other = await openContext(browser);
      await other.addCookies([{ name: 'watchroom_session', value: token, url: program.url }]);
      return other.newPage();
    },
    async expectLook(look, path, name, isReady) {
      const key = `${look.scheme}-${look.width}`;
      const other = looks.get(key) ?? (await openLook(look)).page;
      looks.set(key, other);
      await other.goto(program.url + path);
      await isReady(other);
      await other.screenshot({ path: join(import.meta.dirname, `../../.cache/${name}-${key}.png`) });
      await expectAccessible(other);
      expect(await other.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    },
    async add(table, row) {
      const answer = await program.call('POST', `/api/db/${table}?select=id`, row, { Prefer: 'return=representation' });
      expect(answer.status).toBe(201);
      const [added]: readonly { readonly id: string }[] = answer.body;
      return added?.id ?? '';
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      await program[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}
