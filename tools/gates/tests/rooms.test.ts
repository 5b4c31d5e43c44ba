import { describe, expect, it } from 'vitest';
import { run } from '../rooms.ts';
import { plant } from './fixture.ts';

const rooms = "export const ROOMS = [\n  'health',\n  'jobs',\n] as const;\n";
const sound = {
  'contract/src/rooms/names.generated.ts': rooms,
  'contract/src/health/index.ts': '',
  'server/src/health/index.ts': '',
  'server/src/platform/http/server.ts': '',
  'server/src/main/main.ts': '',
  'console/src/app/Shell.tsx': '',
  'console/src/main.tsx': '',
  'console/src/health/screens.ts': '',
  'docs/health/guide.md': '',
  'docs/health/README.md': '',
  'docs/decisions/one.md': '',
  'database/api/health.sql': '',
  'database/schema/health.sql': '',
  'database/schema/platform.sql': '',
  'database/migrations/0001_platform_ground.sql': '',
  'database/migrations/0002_health_checks.sql': '',
  'libraries/ui/src/table/Table.tsx': '',
};

/** A file that breaks a rule, and a part of what the gate says about it. */
const refused: readonly (readonly [file: string, says: string])[] = [
  [
    'server/src/checks/index.ts',
    'server/src/checks: no room. Move it into the room it belongs to, or into main or platform.',
  ],
  ['console/src/healths/page.tsx', 'console/src/healths: no room.'],
  ['contract/src/job/index.ts', 'contract/src/job: no room.'],
  ['docs/guides/one.md', 'docs/guides: no room.'],
  ['console/src/jobs/screens.ts', 'docs/jobs/guide.md: missing.'],
  ['database/api/checks.sql', 'database/api/checks.sql: name it after a room'],
  ['database/api/platform.sql', 'database/api/platform.sql: name it after a room'],
  ['database/schema/checks.sql', 'database/schema/checks.sql: name it after a room'],
  [
    'database/migrations/0003_checks_more.sql',
    'the word after the number is a room or "platform", and checks is neither',
  ],
  ['database/migrations/0002_jobs_more.sql', 'number 0002 is taken'],
  ['database/migrations/0004_jobs_more.sql', 'number 3 is missing before it'],
  ['database/migrations/add-index.sql', 'name it NNNN_<room>_<what>.sql'],
  ['libraries/ui/src/health/Bar.tsx', 'libraries contains nothing of a room'],
  ['server/src/platform/jobs/queue.ts', 'server/src/platform contains nothing of a room'],
];

describe('rooms', () => {
  it('is content with a house whose floors bear the names of the rooms', async () => {
    await using tree = await plant(sound);
    expect(await run(tree.root)).toEqual({ ok: true, problems: [] });
  });

  it.each(refused)('refuses %s', async (file, says) => {
    await using tree = await plant({ ...sound, [file]: '' });
    const { problems } = await run(tree.root);
    expect(problems).toEqual([expect.stringContaining(says)]);
  });

  it('asks for the list of the rooms when there is none', async () => {
    await using tree = await plant({ 'server/src/main/main.ts': '' });
    expect((await run(tree.root)).problems).toEqual([expect.stringContaining('npm run generate')]);
  });
});
