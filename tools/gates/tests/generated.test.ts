import { describe, expect, it } from 'vitest';
import { run } from '../generated.ts';
import { plant } from './fixture.ts';

describe('generated', () => {
  it('passes on what the generator misses, and the command', async () => {
    const script = 'console.log(`${process.argv[2]}: docs/health/kinds/http.md differs`);\nprocess.exitCode = 1;\n';
    await using tree = await plant({ 'tools/generate.ts': script });
    expect(await run(tree.root)).toEqual({
      ok: false,
      problems: [
        '--check: docs/health/kinds/http.md differs',
        'Generated files are out of date. Run "npm run generate" and commit the result.',
      ],
    });
  });

  it('is content when the generator is', async () => {
    await using tree = await plant({ 'tools/generate.ts': '' });
    expect(await run(tree.root)).toEqual({ ok: true, problems: [] });
  });
});
