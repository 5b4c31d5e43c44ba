import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{libraries,server,contract,console,tools,tests,bench}/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    // Runs once before all files; what it provides reaches a test through `inject`.
    globalSetup: ['server/testkit/cluster.ts'],
    // Tests run under plain Node with its type stripping, as the product does, and not through Vite's module runner.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    pool: 'forks',
    maxWorkers: 2,
    // Guards against a hang and no more: a busy machine may take its time.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    retry: 0,
    reporters: ['default', 'json'],
    outputFile: { json: '.cache/vitest.json' },
  },
});
