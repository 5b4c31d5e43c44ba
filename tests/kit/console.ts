import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible, gatherErrors, type Look, openBrowser, openContext } from './browser.ts';
import { createOutsideDatabase, type OutsideDatabase } from './database.ts';
import { type Program, startProgram } from './program.ts';
import { signIn } from './sign-in.ts';

/** A running program with an administrator in a browser. */
export interface Console extends AsyncDisposable {
  readonly database: OutsideDatabase;
  readonly program: Program;
  /** Of the administrator. */
  readonly page: Page;
  /** Errors of that page so far. */
  readonly errors: readonly string[];
  /** A browser of a new person with this role. */
  signInAs(role: string): Promise<Page>;
  /** Opens an address in this look, takes a picture named after it, and expects no violation and no sideways scrolling. */
  expectLook(look: Look, path: string, name: string, isReady: (page: Page) => Promise<unknown>): Promise<void>;
  /** Writes a row through the data API. @returns its id */
  add(table: string, row: object): Promise<string>;
}

export async function openConsole(): Promise<Console> {
  const database = await createOutsideDatabase();
  const [browser, program]: [Browser, Program] = await Promise.all([
    openBrowser(),
    startProgram({ environment: database.environment }),
  ]);
  const context = await openContext(browser);
  const page = await context.newPage();
  await signIn(context, program.url);
  const others: BrowserContext[] = [];
  return {
    database,
    program,
    page,
    errors: gatherErrors(page),
    async signInAs(role) {
      const token = await database.signInAs(role);
      const other = await openContext(browser);
      others.push(other);
      await other.addCookies([{ name: 'watchroom_session', value: token, url: program.url }]);
      return other.newPage();
    },
    async expectLook(look, path, name, isReady) {
      const own = await openContext(browser, look);
      await own.addCookies(await context.cookies());
      const other = await own.newPage();
      await other.goto(program.url + path);
      await isReady(other);
      const file = `${name}-${look.scheme}-${look.width}.png`;
      await other.screenshot({ path: join(import.meta.dirname, '../../.cache', file) });
      await expectAccessible(other);
      expect(await other.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await own.close();
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
