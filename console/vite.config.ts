import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  base: '/',
  plugins: [react()],
  build: {
    target: 'es2024',
    // The CSP allows fonts and scripts only from our own files, never from data: addresses.
    assetsInlineLimit: 0,
    // A page loads its own part; what every page needs is cut so that a release of ours leaves the vendors cached.
    rolldownOptions: {
      treeshake: {
        moduleSideEffects: [
          { test: /\.css$|main\.tsx$/, sideEffects: true },
          { test: /libraries\/ui|console\/src/, sideEffects: false },
        ],
      },
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: 'router', test: /node_modules\/@tanstack\/(react-router|router-core|history|react-store|store)\// },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/docs'].map((path) => [
        path,
        { target: process.env['WATCHROOM_SERVER'] ?? 'http://127.0.0.1:8080', changeOrigin: false },
      ]),
    ),
  },
});
