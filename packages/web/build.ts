import { build } from 'vite';

/** Builds the web app into a folder. */
export async function buildWeb(folder: string): Promise<void> {
  const configFile = new URL('./vite.config.ts', import.meta.url).pathname;
  await build({
    root: import.meta.dirname,
    configFile,
    logLevel: 'warn',
    build: { outDir: folder, emptyOutDir: true },
  });
}
