import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
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

/** `extras`: what few visitors need, loaded when it is needed. */
type BuiltFiles = { windowFiles: WindowFiles; extras: string[] };

/** Builds `widget.js` (the loader, a classic script) and `widget-assets/`: modules with hashed names, the window per language, a person's mark and the teaser. */
export async function buildWidget(outDir: string = `${folder}dist`): Promise<BuiltFiles> {
  await rm(outDir, { recursive: true, force: true });
  const personFile = await buildModule({ outDir, plugins: [squeezer], input: 'src/window/person.ts', name: 'person' });
  const buildIn = (language: keyof WindowFiles) => buildWindow({ outDir, language, personFile });
  const windowFiles = { ru: await buildIn('ru'), en: await buildIn('en') };
  const teaserFile = await buildModule({ outDir, plugins: [squeezer], input: 'src/teaser/teaser.ts', name: 'teaser' });
  await build({
    ...shared(outDir),
    define: { WINDOW_FILES: JSON.stringify(windowFiles), TEASER_FILE: JSON.stringify(teaserFile) },
    build: {
      ...shared(outDir).build,
      rolldownOptions: {
        input: `${folder}src/loader/loader.ts`,
        output: { format: 'iife', entryFileNames: 'widget.js' },
      },
    },
  });
  return { windowFiles, extras: [personFile, teaserFile] };
}

/** Each language is built by itself: a visitor never loads the words of another one, and nothing takes a second request. */
function buildWindow({ outDir, language, personFile }: WindowBuild): Promise<string> {
  return buildModule({
    outDir,
    plugins: [inlineWords(language), squeezer],
    input: `src/window/${language}.ts`,
    name: `window-${language}`,
    // Both lie in one folder.
    define: { PERSON_FILE: JSON.stringify(`./${basename(personFile)}`) },
  });
}

type WindowBuild = { outDir: string; language: keyof WindowFiles; personFile: string };
type Module = { outDir: string; plugins: Plugin[]; input: string; name: string; define?: Record<string, string> };

/** Gives the name of the one file it made. */
async function buildModule({ outDir, plugins, input, name, define }: Module): Promise<string> {
  const written = await build({
    ...shared(outDir),
    plugins,
    define: {
      ...Object.fromEntries(Object.entries(limits).map(([name, value]) => [`LIMITS.${name}`, String(value)])),
      IMAGE_TYPES: JSON.stringify(imageTypes),
      ...define,
    },
    build: {
      ...shared(outDir).build,
      rolldownOptions: {
        input: `${folder}${input}`,
        preserveEntrySignatures: 'strict',
        output: {
          format: 'es',
          entryFileNames: `widget-assets/${name}-[hash].js`,
          chunkFileNames: 'widget-assets/[name]-[hash].js',
        },
      },
    },
  });
  const file = [written]
    .flat()
    .flatMap((result) => ('output' in result ? result.output : []))
    .find((chunk) => chunk.type === 'chunk' && chunk.isEntry)?.fileName;
  if (file === undefined) throw new Error(`The ${name} was not built`);
  return file;
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
