import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, openContext } from '../kit/browser.ts';
import { createOutsideDatabase } from '../kit/database.ts';
import { holdToasts } from '../kit/notices.ts';
import { eventually, type Program, startProgram, temporaryFolder } from '../kit/program.ts';
import { openSeat, type Seat } from '../kit/seat.ts';
import { startTarget, type Target } from '../kit/target.ts';

const folder = temporaryFolder();
const documents = join(folder, 'documents');

const document = (url: string) => `
apiVersion: canaries.flanksource.com/v1
kind: Canary
metadata: { name: shop, namespace: shop }
spec:
  schedule: '@every 1s'
  severity: critical
  http:
    - name: a very long name that goes on and on until nobody can read it in one line of a table any more, and then some
      url: ${url}
    - name: parts
      url: ${url}
      transform: { javascript: 'JSON.stringify([{ name: "left part", message: "is down" }])' }
  postgres:
    - name: orders database
      connection: connection://shop/orders
`;

describe('checks in the console', () => {
  let seat: Seat;
  let program: Program;
  let target: Target;
  let page: Page;

  beforeAll(async () => {
    target = await startTarget();
    mkdirSync(documents);
    writeFileSync(join(documents, 'shop.yaml'), document(target.url));
    seat = await openSeat({ flags: ['--documents', documents] });
    ({ page, program } = seat);
    await page.goto(`${program.url}/`);
    await page.getByRole('row').filter({ hasText: 'orders database' }).waitFor();
  });
  afterAll(async () => {
    await seat[Symbol.asyncDispose]();
    await target.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  const row = (text: string) => page.getByRole('row').filter({ hasText: text });
  const dialog = () => page.getByRole('dialog');

  it('opens on health with what passes hidden, and shows what cannot run', async () => {
    expect(new URL(page.url()).pathname).toBe('/health');
    await row('orders database').getByText('Cannot run').waitFor();
    await page.getByRole('row').filter({ hasText: 'a very long name' }).waitFor({ state: 'detached' });
  });

  it('says of a check that cannot run which part it cannot honour, and of a document who owns it', async () => {
    await row('orders database').click();
    await dialog().getByText('The kind postgres is not supported yet').waitFor();
    await dialog().getByText('Managed by shop.yaml. Edit that file to change it.').waitFor();
    expect(await dialog().getByRole('button', { name: 'Edit' }).count()).toBe(0);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  });

  it('shows what a transform makes beside the other checks, and leads to the check that makes it', async () => {
    await row('left part').getByText('Unhealthy').waitFor();
    await row('left part').click();
    await dialog().getByText('Made by the transform of parts').waitFor();
    expect(
      await dialog()
        .getByRole('button', { name: /Edit|Delete|Run now/ })
        .count(),
    ).toBe(0);
    await expectAccessible(page);
    await dialog().getByRole('button', { name: 'Open parts' }).click();
    await page.getByRole('dialog', { name: 'parts' }).getByRole('button', { name: 'Run now' }).click();
    await dialog().getByRole('listitem').filter({ hasText: 'left part' }).getByText('is down').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  });

  it('watches what is typed into the palette or the dialog', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search everything' }).fill(target.url);
    await page.getByRole('option', { name: `Watch ${target.url}` }).click();
    await expect
      .poll(() => dialog().getByRole('textbox', { name: 'What should we watch?' }).inputValue())
      .toBe(target.url);
    await expectAccessible(page);
    await dialog().getByRole('button', { name: 'Start watching' }).click();
    await page
      .getByRole('dialog', { name: new URL(target.url).host })
      .getByRole('button', { name: 'Run now' })
      .waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  });

  it('makes a form of a kind, answers a wrong field where it stands, tests before it saves', async () => {
    await page.getByRole('button', { name: 'Add check' }).click();
    await expectAccessible(page);
    await dialog().getByRole('button', { name: /^HTTP/ }).click();
    await dialog().getByRole('textbox', { name: 'URL' }).fill('nonsense');
    await dialog().getByRole('button', { name: 'Add check' }).click();
    await dialog().getByText('This field is required').first().waitFor();
    await expectAccessible(page);
    await dialog().getByRole('textbox', { name: 'Name', exact: true }).fill('front page');
    await dialog().getByRole('textbox', { name: 'URL' }).fill(`${target.url}/front`);
    const before = target.requests;
    await dialog().getByRole('button', { name: 'Test' }).click();
    await expect.poll(() => target.requests).toBeGreaterThan(before);
    await dialog()
      .getByText(/Passed|Healthy/)
      .first()
      .waitFor();
    await dialog().getByRole('button', { name: 'Add check' }).click();
    await page.getByRole('dialog', { name: 'front page' }).getByText('Healthy').first().waitFor();
    await page.goto(`${program.url}/health?hidePassing=false&query=front`);
    await row('front page').getByText('Healthy').waitFor();
    expect(await page.getByRole('row').filter({ hasText: 'orders database' }).count()).toBe(0);
  });

  it('edits a check and keeps its history', async () => {
    const id = await eventually('the check', async () => {
      const { body } = await program.call('GET', '/api/v1/health/checks?query=front%20page');
      return (body as { checks: { id: string; last_runtime: string | null }[] }).checks.find(
        (check) => check.last_runtime,
      )?.id;
    });
    await row('front page').click();
    await dialog().getByRole('button', { name: 'Edit' }).click();
    await dialog().getByRole('textbox', { name: 'Response content' }).fill('no such text');
    await dialog().getByRole('button', { name: /Save/ }).click();
    await page.getByRole('dialog', { name: 'front page' }).getByText('Unhealthy').first().waitFor();
    await page.keyboard.press('Escape');
    await row('front page').getByText('Unhealthy').waitFor();
    const history = await program.call('GET', `/api/db/check_statuses?check_id=eq.${id}&order=time.asc`);
    expect((history.body as { status: boolean }[]).map((entry) => entry.status).slice(0, 1)).toEqual([true]);
    expect((history.body as { error: string | null }[]).at(-1)?.error).toContain('no such text');
  });

  it('loads a check when its row is pointed at, and draws it from the row until that is there', async () => {
    // A pointer that rests where the row appears would point at it too early.
    await page.mouse.move(0, 0);
    const answer = Promise.withResolvers<void>();
    await page.route(/\/api\/v1\/health\/checks\/[\w-]+$/, async (route) => {
      await answer.promise;
      await route.continue();
    });
    const asked = page.waitForRequest(/\/api\/v1\/health\/checks\/[\w-]+$/);
    await page.goto(`${program.url}/health?hidePassing=false&query=front`);
    await row('front page').getByText('Unhealthy').waitFor();
    await row('front page').hover();
    await asked;
    await row('front page').click();
    await page
      .getByRole('dialog', { name: 'front page' })
      .getByText(/^Unhealthy for/)
      .waitFor();
    expect(await dialog().getByRole('button', { name: 'Edit' }).count()).toBe(0);
    answer.resolve();
    await dialog().getByRole('button', { name: 'Edit' }).waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  });

  it('runs a check now, on request', async () => {
    await row('front page').click();
    const before = target.requests;
    await dialog().getByRole('button', { name: 'Run now' }).click();
    await eventually('a request', async () => target.requests > before);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  });

  it('deletes a check, and takes it back', async () => {
    await page.goto(`${program.url}/health?hidePassing=false`);
    await row('front page').click();
    await holdToasts(page);
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await row('front page').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await row('front page').waitFor();
  });

  it('follows a document that changes and that goes', async () => {
    writeFileSync(join(documents, 'shop.yaml'), document(target.url).replace('orders database', 'orders replica'));
    await row('orders replica').waitFor();
    await row('orders database').waitFor({ state: 'detached' });
    rmSync(join(documents, 'shop.yaml'));
    await row('orders replica').waitFor({ state: 'detached' });
  });

  it('shows a viewer everything and offers him nothing that he may not do', async () => {
    await using database = await createOutsideDatabase();
    await using open = await startProgram({
      flags: ['--auth', 'none', '--documents', documents],
      environment: database.environment,
    });
    writeFileSync(join(documents, 'open.yaml'), document(target.url));
    const other = await (await openContext(seat.browser)).newPage();
    await other.goto(`${open.url}/health?hidePassing=false&add=any`);
    await other.getByRole('row').filter({ hasText: 'orders database' }).waitFor();
    expect(await other.getByRole('button', { name: 'Add check' }).count()).toBe(0);
    expect(await other.getByRole('dialog').count()).toBe(0);
    await expectAccessible(other);
    await other.context().close();
  });

  it('wrote no error to the console of the browser', () => {
    // The stream may ask once more for a check at the moment at which it is deleted.
    expect(seat.errors.filter((error) => !error.includes('status of 404'))).toEqual([]);
  });
});
