import { describe, expect, it } from 'vitest';
import { run } from '../long-files.ts';
import { linesOfCode, plant } from './fixture.ts';

const reasons = (entries: Readonly<Record<string, string>>) => ({
  'tools/gates/long-files.json': JSON.stringify(entries),
});

describe('long-files', () => {
  it('asks for a reason over 300 lines', async () => {
    await using tree = await plant({ 'server/a.ts': linesOfCode(301), 'server/b.ts': linesOfCode(300) });
    expect((await run(tree.root)).problems).toEqual([
      expect.stringMatching(/^server\/a\.ts: 301 lines\. Split it by subject, or give the reason/),
    ]);
  });

  it('takes a written reason up to 500 lines and none beyond', async () => {
    const entries = reasons({ 'server/a.ts': 'One table.', 'server/b.ts': 'One table.' });
    await using tree = await plant({ ...entries, 'server/a.ts': linesOfCode(500), 'server/b.ts': linesOfCode(501) });
    expect((await run(tree.root)).problems).toEqual([
      expect.stringMatching(/^server\/b\.ts: 501 lines\. .*no reason counts/),
    ]);
  });

  it('asks to remove a reason that is no longer needed', async () => {
    await using tree = await plant({ ...reasons({ 'server/a.ts': 'It was long.' }), 'server/a.ts': linesOfCode(10) });
    expect((await run(tree.root)).problems).toEqual([
      expect.stringContaining('server/a.ts is not over 300 lines. Remove its entry.'),
    ]);
  });

  it('leaves generated files and pages alone', async () => {
    await using tree = await plant({
      'database/schema/health.sql': linesOfCode(600),
      'server/src/health/kinds/registry.generated.ts': linesOfCode(600),
      'docs/health/README.md': linesOfCode(600),
    });
    expect(await run(tree.root)).toEqual({ ok: true, problems: [] });
  });
});
