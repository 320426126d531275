import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { imageTypes, limits } from '@otvet/contract/values';
import { minify } from 'terser';
import { build, type InlineConfig, type Plugin } from 'vite';
import { inlineWords } from './inline-words.ts';
import { privateNames } from './private-names.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));

export { privateNames };

/** File of the window in each language, below the folder of the build. */
export type WindowFiles = Record<'ru' | 'en', string>;

/** Builds `widget.js` (the loader, a classic script) and `widget-assets/` (the window, a module with a hashed name per language). */
export async function buildWidget(outDir: string = `${folder}dist`): Promise<{ windowFiles: WindowFiles }> {
  await rm(outDir, { recursive: true, force: true });
  const windowFiles = { ru: await buildWindow(outDir, 'ru'), en: await buildWindow(outDir, 'en') };
  await build({
    ...shared(outDir),
    define: { WINDOW_FILES: JSON.stringify(windowFiles) },
    build: {
      ...shared(outDir).build,
      rolldownOptions: {
        input: `${folder}src/loader/loader.ts`,
        output: { format: 'iife', entryFileNames: 'widget.js' },
      },
    },
  });
  return { windowFiles };
}

/** Each language is built by itself: a visitor never loads the words of another one, and nothing takes a second request. */
async function buildWindow(outDir: string, language: keyof WindowFiles): Promise<string> {
  const written = await build({
    ...shared(outDir),
    plugins: [inlineWords(language), squeezer],
    define: {
      ...Object.fromEntries(Object.entries(limits).map(([name, value]) => [`LIMITS.${name}`, String(value)])),
      IMAGE_TYPES: JSON.stringify(imageTypes),
    },
    build: {
      ...shared(outDir).build,
      rolldownOptions: {
        input: `${folder}src/window/${language}.ts`,
        preserveEntrySignatures: 'strict',
        output: {
          format: 'es',
          entryFileNames: `widget-assets/window-${language}-[hash].js`,
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
  return windowFile;
}

function shared(outDir: string): InlineConfig & { build: NonNullable<InlineConfig['build']> } {
  return {
    configFile: false,
    root: folder,
    logLevel: 'warn',
    publicDir: false,
    plugins: [squeezer],
    build: { outDir, emptyOutDir: false, target: 'es2022', modulePreload: false, reportCompressedSize: false },
  };
}

/** What two minifiers leave, one after the other, is 300 bytes less after gzip than what the bundler's own leaves; short names take 250 more. */
const squeezer: Plugin = {
  name: 'squeezer',
  async generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      const { code } = await minify(chunk.code, {
        module: true,
        ecma: 2020,
        compress: { passes: 3, pure_getters: true, unsafe: true, unsafe_arrows: true, unsafe_methods: true },
        mangle: { properties: { regex: new RegExp(`^(?:${privateNames.join('|')})$`), keep_quoted: true } },
      });
      if (code !== undefined) chunk.code = code;
    }
  },
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildWidget();
