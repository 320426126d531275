import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { buildMarkFile } from './plugins/build-mark.ts';
import { contractModule } from './plugins/contract-module.ts';
import { earlyStart } from './plugins/early-start.ts';
import { screenChunks } from './plugins/screen-chunks.ts';

const SERVER = 'http://127.0.0.1:3000';

export default defineConfig({
  base: '/',
  plugins: [react(), contractModule(), buildMarkFile(), earlyStart()],
  build: {
    target: 'es2023',
    manifest: true,
    // A schema of the contract must never ride along with a constant of it.
    rolldownOptions: {
      treeshake: { moduleSideEffects: (id) => !id.includes('/packages/contract/') },
      output: {
        codeSplitting: { groups: screenChunks() },
      },
    },
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': SERVER, '/socket.io': { target: SERVER, ws: true }, '/build-mark.json': SERVER } },
});
