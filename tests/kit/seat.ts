import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type Look, gatherErrors, openBrowser, openContext } from './browser.ts';
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
  /** A browser of a new person with this role. */
  signInAs(role: string): Promise<BrowserContext>;
  /** A page of the administrator in another look, with what its console reports. */
  openLook(look: Partial<Look>): Promise<{ readonly page: Page; readonly errors: readonly string[] }>;
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
  return {
    database,
    program,
    browser,
    context,
    page,
    errors,
    async signInAs(role) {
      const token = await database.signInAs(role);
      const other = await openContext(browser);
      await other.addCookies([{ name: 'watchroom_session', value: token, url: program.url }]);
      return other;
    },
    async openLook(look) {
      const own = await openContext(browser, look);
      await own.addCookies(await context.cookies());
      const other = await own.newPage();
      return { page: other, errors: gatherErrors(other) };
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      await program[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}
