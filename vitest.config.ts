import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What starts whole programs and browsers comes first: begun last, one of it would run on alone when all else is done. */
const SLOW = ['/bench/', '/tests/e2e/', '/tests/api/'];

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) => {
      const found = SLOW.findIndex((folder) => moduleId.includes(folder));
      return found < 0 ? SLOW.length : found;
    };
    return sorted.sort((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    include: ['{libraries,server,contract,console,tools,tests,bench}/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    // Runs once before all files; what it provides reaches a test through `inject`.
    globalSetup: ['server/testkit/cluster.ts'],
    // Tests run under plain Node with its type stripping, as the product does, and not through Vite's module runner.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    pool: 'forks',
    // One more than the cores of a small machine: a browser test waits more than it works.
    maxWorkers: 3,
    // The files of a worker share what it has loaded: to load it anew for each file took a third of all time. A file that changes a
    // global puts it back.
    isolate: false,
    sequence: { sequencer: SlowFirst },
    // Guards against a hang and no more: a busy machine may take its time.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    retry: 0,
    reporters: ['default', 'json'],
    outputFile: { json: '.cache/vitest.json' },
  },
});
