import { fileURLToPath } from 'node:url';
import { type OutputBundle, rolldown } from 'rolldown';
import type { HtmlTagDescriptor, Plugin } from 'vite';
import type { EarlyFiles } from '../src/early/early-start.ts';
import { firstScreens, ROUTER } from './screen-chunks.ts';

const SCRIPT = fileURLToPath(new URL('../src/early/early-start.ts', import.meta.url));
const texts = { 'sign-in': ['common', 'auth'], sign: ['common', 'auth'], inbox: ['common', 'dialogs'] } as const;

const STYLE_LINK = /<link rel="stylesheet"[^>]*href="\/([^"]+)">/g;

/**
 * Puts the early script into the page, with the files of the first screens, and lets it load the style sheet of the page: a
 * browser would paint nothing before it is there.
 */
export function earlyStart(): Plugin {
  return {
    name: 'early-start',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        const page = html.replaceAll(STYLE_LINK, '');
        const files = { ...listFiles(bundle), styles: [...html.matchAll(STYLE_LINK)].map(([, file = '']) => file) };
        const script: HtmlTagDescriptor = {
          tag: 'script',
          injectTo: 'head',
          children: await bundleScript(files),
        };
        return { html: page, tags: [script] };
      },
    },
  };
}

async function bundleScript(files: EarlyFiles): Promise<string> {
  const settings = Object.entries(process.env).filter(([name]) => name.startsWith('VITE_'));
  const build = await rolldown({
    input: SCRIPT,
    transform: {
      define: { 'import.meta.env': JSON.stringify(Object.fromEntries(settings)), EARLY_FILES: JSON.stringify(files) },
    },
    treeshake: { moduleSideEffects: (id) => !id.includes('/packages/contract/') },
  });
  const { output } = await build.generate({ format: 'iife', minify: true });
  await build.close();
  return output[0].code.trim();
}

/** What each first screen consists of beside what every page loads anyway. */
function listFiles(bundle: OutputBundle): Omit<EarlyFiles, 'styles'> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const entry = chunks.find((chunk) => chunk.isEntry);
  const first = new Set(entry === undefined ? [] : closureOf(entry.fileName, bundle));
  const of = (path: string) => {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${path}`)));
    if (chunk === undefined) throw new Error(`The build has no chunk of ${path}`);
    return closureOf(chunk.fileName, bundle).filter((file) => !first.has(file));
  };
  const screen = (...paths: string[]) => {
    const scripts = [...new Set(paths.flatMap(of))];
    return { scripts, styles: scripts.flatMap((file) => stylesOf(file, bundle)) };
  };
  const textsOf = (locale: string, parts: readonly string[]) =>
    parts.flatMap((part) =>
      of(part === 'common' ? `platform/texts/common-${locale}.ts` : `texts/${locale}/${part}.json`),
    );
  const language = (locale: string) => ({
    'sign-in': textsOf(locale, texts['sign-in']),
    sign: textsOf(locale, texts.sign),
    inbox: textsOf(locale, texts.inbox),
  });
  return {
    'sign-in': screen(firstScreens['sign-in']),
    sign: screen(ROUTER, firstScreens.sign),
    inbox: screen(ROUTER, firstScreens.inbox),
    texts: { ru: language('ru'), en: language('en') },
  };
}

function closureOf(fileName: string, bundle: OutputBundle): string[] {
  const seen = new Set<string>();
  const queue = [fileName];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    const file = bundle[name];
    if (seen.has(name) || file?.type !== 'chunk') continue;
    seen.add(name);
    queue.push(...file.imports);
  }
  return [...seen];
}

function stylesOf(fileName: string, bundle: OutputBundle): string[] {
  const file = bundle[fileName];
  return file?.type === 'chunk' && file.viteMetadata !== undefined ? [...file.viteMetadata.importedCss] : [];
}
