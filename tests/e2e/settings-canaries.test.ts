import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, CROSSED_LOOKS } from '../kit/browser.ts';
import { expectNotice, holdToasts } from '../kit/notices.ts';
import { openSeat, type Seat } from '../kit/seat.ts';
import { startTarget, type Target } from '../kit/target.ts';

const PATH = '/settings/canaries';

describe('the health checks of the settings', () => {
  let seat: Seat;
  let target: Target;
  let page: Page;

  beforeAll(async () => {
    [seat, target] = await Promise.all([openSeat(), startTarget()]);
    ({ page } = seat);
  });
  afterAll(async () => {
    await seat[Symbol.asyncDispose]();
    await target[Symbol.asyncDispose]();
  });

  const open = (path: string, on = page) => on.goto(seat.program.url + path);
  const heading = (name: string, on = page) => on.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  const button = (name: string, on = page) => on.getByRole('button', { name, exact: true });
  const field = (name: string, on = page) => on.getByRole('textbox', { name, exact: true });
  const spec = () => ({ schedule: '@every 1h', http: [{ name: 'front', url: target.url }], severity: 'high' });
  const add = (name: string) => seat.add('canaries', { name, namespace: 'prod', spec: spec() });
  const stored = async (id: string) => {
    const rows: readonly { spec: object; deleted_at: string | null }[] = (
      await seat.program.call('GET', `/api/db/canaries?id=eq.${id}`)
    ).body;
    return rows[0];
  };

  it('say that there are none, and lead to the first', async () => {
    await open(PATH);
    await page.getByText('No resources found', { exact: true }).waitFor();
    await expectAccessible(page);
    await page.getByRole('main').getByRole('button', { name: 'Add health check' }).click();
    await heading('Add health check');
    await expect.poll(() => new URL(page.url()).searchParams.get('add')).toBe('any');
  });

  it('are added by keyboard alone: the type, its fields, and the server has the last word', async () => {
    await page.getByPlaceholder('Search types').focus();
    await page.keyboard.type('address and judges');
    await page.getByRole('button', { name: /^DNS/ }).waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => field('Namespace').inputValue()).toBe('default');
    await field('Namespace').press('Enter');
    await page.getByText('This field is required').first().waitFor();
    await expect
      .poll(() =>
        field('Name')
          .first()
          .evaluate((input) => input === document.activeElement),
      )
      .toBe(true);
    await expect.poll(() => button('Save').isDisabled()).toBe(true);
    await expectAccessible(page);
    await page.keyboard.type('website');
    await field('URL').fill('not an address');
    await expect.poll(() => button('Save').isDisabled()).toBe(true);
    await field('URL').fill(target.url);
    await button('Save').press('Enter');
    await expectNotice(page, 'website added successfully');
    await heading('website');
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Canaries' }).press('Enter');
    const row = page.getByRole('row').filter({ hasText: 'website' });
    for (const text of ['default', '@every 30s', 'UI', 'admin']) await row.getByText(text, { exact: true }).waitFor();
  });

  it('that the code gets wrong are refused in words, since no field is in sight', async () => {
    await open(`/settings/canaries/${await add('wrong')}?editor=code`);
    // It can be written in once the page knows who is here.
    await page.locator('.cm-content[aria-readonly="false"]').click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText('schedule: "@every 1h"\nhttp:\n  - name: front\n    url: nonsense\n');
    await button('Update').press('Enter');
    await page.getByRole('listitem').filter({ hasText: 'http.0.url' }).waitFor();
    page.once('dialog', (dialog) => void dialog.accept());
    await open('/settings/canaries');
    await heading('Canaries');
  });

  it('are edited without losing what the form does not show', async () => {
    const id = await add('edited');
    await open(`${PATH}/${id}`);
    await heading('edited');
    for (const name of ['Name', 'Namespace']) await expect.poll(() => field(name).first().isEditable()).toBe(false);
    await expect.poll(() => button('Update').isDisabled()).toBe(true);
    await field('URL').fill(`${target.url}/health`);
    await button('Test').click();
    await page.getByText(/^Passed in /).waitFor();
    await button('Update').click();
    await expectNotice(page, 'edited updated successfully');
    expect((await stored(id))?.spec).toMatchObject({
      severity: 'high',
      http: [{ name: 'front', url: `${target.url}/health` }],
    });
  });

  it('show form and code in the address, and back, forward, reload and a link bring each view again', async () => {
    const id = await add('linked');
    await open(`${PATH}/${id}`);
    await page.getByRole('tab', { name: 'Code' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('editor')).toBe('code');
    await page.reload();
    await page.getByRole('tab', { name: 'Code', selected: true }).waitFor();
    await page.getByRole('link', { name: 'Job History' }).click();
    await page.getByText('No data available').waitFor();
    await expectAccessible(page);
    await page.goBack();
    await page.getByRole('tab', { name: 'Code', selected: true }).waitFor();
    await page.goForward();
    await page.getByText('No data available').waitFor();
  });

  it('tell of the runs of their own jobs alone', async () => {
    const id = await add('with-runs');
    await seat.database.query(
      `insert into jobs.job_history (name, resource_type, resource_id, status, time_start, created_at)
       values ('SyncCanary', 'canary', $1, 'SUCCESS', now(), now()), ('SyncOther', 'canary', 'other', 'SUCCESS', now(), now())`,
      [id],
    );
    await open(`${PATH}/${id}?tab=history`);
    await page.getByRole('row').filter({ hasText: 'SyncCanary' }).waitFor();
    expect(await page.getByRole('row').filter({ hasText: 'SyncOther' }).count()).toBe(0);
  });

  it('ask before a changed form is left', async () => {
    const id = await add('unsaved');
    await open(`${PATH}/${id}`);
    await field('URL').fill('https://example.org/typed');
    await page.getByRole('link', { name: 'Teams' }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving ?' });
    await question.waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    expect(await field('URL').inputValue()).toBe('https://example.org/typed');
    await page.getByRole('link', { name: 'Job History' }).click();
    await page.getByRole('link', { name: 'Spec' }).click();
    await expect.poll(() => field('URL').inputValue()).toBe('https://example.org/typed');
    await page.getByRole('link', { name: 'Teams' }).click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await heading('Teams');
  });

  it('are not overwritten by who has not seen the newest, unless he says so', async () => {
    const id = await add('contested');
    await open(`${PATH}/${id}`);
    await field('URL').fill('https://example.org/mine');
    const theirs = { ...spec(), http: [{ name: 'front', url: 'https://example.org/theirs' }] };
    await seat.program.call('PATCH', `/api/db/canaries?id=eq.${id}`, { spec: theirs });
    await page.getByText('Someone else changed this in the meantime').waitFor();
    expect(await field('URL').inputValue()).toBe('https://example.org/mine');
    await expectAccessible(page);
    await button('Update').click();
    await button('Discard my changes and reload').click();
    await expect.poll(() => field('URL').inputValue()).toBe('https://example.org/theirs');
    await field('URL').fill('https://example.org/mine');
    await seat.program.call('PATCH', `/api/db/canaries?id=eq.${id}`, { spec: { ...theirs, severity: 'low' } });
    await button('Overwrite with my changes').click();
    await expectNotice(page, 'contested updated successfully');
    expect((await stored(id))?.spec).toMatchObject({ http: [{ url: 'https://example.org/mine' }] });
  });

  it('are deleted after one more question, and brought back', async () => {
    const id = await add('deleted');
    await open(`${PATH}/${id}`);
    await button('Delete').click();
    await holdToasts(page);
    const question = page.getByRole('dialog', { name: 'Delete deleted ?' });
    await question.getByRole('button', { name: 'Delete' }).click();
    await heading('Canaries');
    expect((await stored(id))?.deleted_at).not.toBeNull();
    await button('Undo').click();
    await page.getByRole('row').filter({ hasText: 'deleted' }).waitFor();
    expect((await stored(id))?.deleted_at).toBeNull();
  });

  it('of a file are shown as text and code, and say where to change them', async () => {
    const id = await add('from-a-file');
    await seat.database.query(`update health.canaries set source = 'checks/web.yaml' where id = $1`, [id]);
    await open(`${PATH}/${id}`);
    await page.getByText('Linked to local file').waitFor();
    await page.getByText('Managed by checks/web.yaml. Edit that file to change it.').waitFor();
    await page.getByRole('definition').filter({ hasText: target.url }).waitFor();
    await page.getByRole('region', { name: 'Code' }).getByText('@every 1h').waitFor();
    expect(await page.getByRole('textbox').count()).toBe(0);
    for (const name of ['Update', 'Delete']) expect(await button(name).count()).toBe(0);
    await expectAccessible(page);
  });

  it('are shown without buttons to who may only read, by a link', async () => {
    const id = await add('looked-at');
    const viewer = await seat.signInAs('viewer');
    await open(`${PATH}/${id}`, viewer);
    await heading('looked-at', viewer);
    await viewer.getByRole('definition').filter({ hasText: target.url }).waitFor();
    expect(await viewer.getByRole('textbox').count()).toBe(0);
    for (const name of ['Update', 'Delete']) expect(await button(name, viewer).count()).toBe(0);
    expect(await viewer.getByRole('navigation', { name: 'Settings' }).count()).toBe(0);
    await expectAccessible(viewer);
    await open(`${PATH}?add=http`, viewer);
    await viewer.getByRole('row').filter({ hasText: 'looked-at' }).waitFor();
    expect(await button('Add health check', viewer).count()).toBe(0);
  });

  it('that do not exist say so, whatever is asked for', async () => {
    for (const id of ['no-id', '01a1fe3f-0000-7000-8000-000000000000']) {
      await open(`${PATH}/${id}`);
      await page.getByText('There is no health check at this address').waitFor();
    }
    await expectAccessible(page);
    expect(seat.errors).toEqual([]);
  });

  it.each(CROSSED_LOOKS)('read well and are accessible: $scheme, $width wide', async (look) => {
    const id = await add(`look-${look.scheme}-${look.width}`);
    const name = `look-${look.scheme}-${look.width}`;
    await seat.expectLook(look, PATH, 'canaries', (on) => on.getByText(name).first().waitFor());
    await seat.expectLook(look, `${PATH}?add=any`, 'canaries-add', (on) => on.getByText('Custom').waitFor());
    await seat.expectLook(look, `${PATH}/${id}`, 'canary', (on) => field('URL', on).waitFor());
    await seat.expectLook(look, `${PATH}/${id}?editor=code`, 'canary-code', (on) =>
      on.getByRole('tab', { name: 'Code', selected: true }).waitFor(),
    );
  });
});
