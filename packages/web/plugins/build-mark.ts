import type { Plugin } from 'vite';

const buildMark = Date.now();

/** Writes `build-mark.json` and tells the bundle its own mark, so that an open tab notices a newer build. */
export function buildMarkFile(): Plugin {
  return {
    name: 'build-mark-file',
    config: () => ({ define: { 'import.meta.env.BUILD_MARK': String(buildMark) } }),
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'build-mark.json', source: JSON.stringify({ buildMark }) });
    },
  };
}
