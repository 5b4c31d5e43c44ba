// oxlint-disable no-restricted-imports -- this file runs in Node, where the console is built.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/**
 * Every HTML file of the root is built. Which of them an address gets stands in public/pages.json, which the server reads
 * too; all others get index.html.
 */
const pages: Plugin = {
  name: 'pages',
  config: ({ root = '.' }) => ({
    build: {
      rolldownOptions: {
        input: readdirSync(root)
          .filter((name) => name.endsWith('.html'))
          .map((name) => join(root, name)),
      },
    },
  }),
  configureServer({ config, middlewares }) {
    const list = join(config.publicDir, 'pages.json');
    if (!existsSync(list)) return;
    const files = new Map(Object.entries(JSON.parse(readFileSync(list, 'utf8')) as Record<string, string>));
    middlewares.use((request, _response, next) => {
      const [, name] = /^(\/[^/?]*)/.exec(request.url ?? '') ?? [];
      const file = files.get(name ?? '');
      if (file !== undefined) request.url = `/${file}`;
      next();
    });
  },
};

export default defineConfig({
  base: '/',
  plugins: [react(), pages],
  build: {
    target: 'es2024',
    // Says which files belong to which page; tools/gates/sizes.ts reads it.
    manifest: true,
    // The CSP allows fonts and scripts only from our own files, never from data: addresses.
    assetsInlineLimit: 0,
    // Every browser that the target allows preloads by itself.
    modulePreload: { polyfill: false },
    // A page loads its own part; what every page needs is cut so that a release of ours leaves the vendors cached.
    rolldownOptions: {
      treeshake: {
        moduleSideEffects: [
          { test: /\.css$|main\.tsx$/, sideEffects: true },
          { test: /libraries\/ui|console\/src|contract\/src/, sideEffects: false },
        ],
      },
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: 'router', test: /node_modules\/@tanstack\/(react-router|router-core|history|react-store|store)\// },
            // What every page of the console needs, which is smaller in one piece than in forty.
            {
              name: 'frame',
              tags: ['$initial'],
              test: /node_modules\/(@mantine|@floating-ui|@tanstack\/(react-)?query)/,
            },
            // Each file costs a request and its headers, so that what is needed together is in one file: by the sign-in as
            // much as by the shell, by the sign-in and the pages that show its forms, and by the shell and its pages.
            {
              name: 'ground',
              test: /createReactComponent|Icon(AlertTriangle|CircleCheck|InfoCircle)\.|libraries\/ui\/src\/(theme\.css|code\/copy|feedback\/(T|t)oasts)|contract\/src\/(operation\.|identity\/index)|console\/src\/(app\/(api-error|send|call|address|Logo)|identity\/flows\/client)\.|preload-helper/,
            },
            {
              name: 'sign-in',
              tags: ['$initial'],
              minShareCount: 2,
              test: /console\/src\/identity\/(flows\/|pages\/identity\.module)/,
            },
            { name: 'shell', tags: ['$initial'], minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/docs', '/kratos', '/.well-known'].map((path) => [
        path,
        { target: process.env['WATCHROOM_SERVER'] ?? 'http://127.0.0.1:8080', changeOrigin: false },
      ]),
    ),
  },
});
