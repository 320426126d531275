import { fileURLToPath } from 'node:url';
import { imageTypes, limits } from '@otvet/contract/values';
import { build, type InlineConfig } from 'vite';

const folder = fileURLToPath(new URL('.', import.meta.url));

/** Builds `widget.js` (the loader, a classic script) and `widget-assets/` (the window, a module with a hashed name). */
export async function buildWidget(outDir: string = `${folder}dist`): Promise<{ windowFile: string }> {
  const written = await build({
    ...shared(outDir),
    define: {
      ...Object.fromEntries(Object.entries(limits).map(([name, value]) => [`LIMITS.${name}`, String(value)])),
      IMAGE_TYPES: JSON.stringify(imageTypes),
    },
    build: {
      ...shared(outDir).build,
      emptyOutDir: true,
      rolldownOptions: {
        input: `${folder}src/window/index.ts`,
        preserveEntrySignatures: 'strict',
        output: {
          format: 'es',
          entryFileNames: 'widget-assets/window-[hash].js',
          chunkFileNames: 'widget-assets/[name]-[hash].js',
        },
      },
    },
  });
  const windowFile = [written]
    .flat()
    .flatMap((result) => ('output' in result ? result.output : []))
    .find((chunk) => chunk.type === 'chunk' && chunk.isEntry)?.fileName;
  if (windowFile === undefined) throw new Error('The window was not built');
  await build({
    ...shared(outDir),
    define: { WINDOW_FILE: JSON.stringify(windowFile) },
    build: {
      ...shared(outDir).build,
      emptyOutDir: false,
      rolldownOptions: {
        input: `${folder}src/loader/loader.ts`,
        output: { format: 'iife', entryFileNames: 'widget.js' },
      },
    },
  });
  return { windowFile };
}

function shared(outDir: string): InlineConfig & { build: NonNullable<InlineConfig['build']> } {
  return {
    configFile: false,
    root: folder,
    logLevel: 'warn',
    publicDir: false,
    build: { outDir, target: 'es2022', modulePreload: false, reportCompressedSize: false },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildWidget();
