import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

/** What a chunk asks the bundler about its modules. */
type ModuleGraph = { getModuleInfo(id: string): { importedIds: string[]; code: string | null } | null };
type ChunkGroup = {
  debugName: string;
  name: (id: string, graph: ModuleGraph) => string | null;
  priority: number;
  minShareCount?: number;
};

const MAIN = 'src/main.tsx';
/** Where people arrive: the modules that these screens are loaded by. */
export const firstScreens = {
  'sign-in': 'src/features/auth/sign-in-part.tsx',
  sign: 'src/features/auth/sign-part.ts',
  inbox: 'src/features/inbox/inbox-part.ts',
} as const;
/** Every screen but the sign-in of a first visit comes by it. */
export const ROUTER = 'src/app/screens.tsx';
/** One module that gives out hundreds: only those count that are named where it is imported. */
const BARREL = /\/node_modules\/@(?:mantine|tabler)\/[\w-]+\/(?:dist\/)?esm\/(?:index|tabler-icons-react)\.mjs$/;

/** The chunks of the first screens, by the names of their files. */
export type Part = 'base' | 'router' | keyof typeof firstScreens;

/**
 * One chunk for what every visit loads, one for the router, one for each screen where people arrive, one for what other
 * screens share: on a slow network every request costs its own wait, and small files pack worse.
 */
export function screenChunks(): ChunkGroup[] {
  let found: Record<Part, Set<string>> | undefined;
  const find = (graph: ModuleGraph) => {
    const of = (path: string) => closureOf(path, graph);
    const [router, signIn, sign, inbox] = [
      of(ROUTER),
      of(firstScreens['sign-in']),
      of(firstScreens.sign),
      of(firstScreens.inbox),
    ];
    return {
      base: new Set([...of(MAIN), ...inBoth(signIn, inbox)]),
      router: new Set([...router, ...inBoth(sign, inbox)]),
      'sign-in': signIn,
      sign,
      inbox,
    };
  };
  const group = (name: Part, priority: number): ChunkGroup => ({
    debugName: name,
    name: (id, graph) => {
      found ??= find(graph);
      return found[name].has(id) ? name : null;
    },
    priority,
  });
  return [
    group('base', 6),
    group('router', 5),
    group('inbox', 4),
    group('sign-in', 3),
    group('sign', 2),
    { debugName: 'shared', name: () => 'shared', priority: 1, minShareCount: 2 },
  ];
}

function inBoth(one: Set<string>, other: Set<string>): string[] {
  return [...one].filter((id) => other.has(id));
}

function toId(path: string): string {
  return fileURLToPath(new URL(`../${path}`, import.meta.url));
}

/** Modules with all that they import, but for what they load later. */
function closureOf(path: string, graph: ModuleGraph): Set<string> {
  const seen = new Set<string>();
  const queue = [toId(path)];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    queue.push(...listImports(id, graph));
  }
  return seen;
}

function listImports(id: string, graph: ModuleGraph): string[] {
  const { importedIds = [], code = null } = graph.getModuleInfo(id) ?? {};
  const barrels = importedIds.filter((imported) => BARREL.test(imported));
  const others = importedIds.filter((imported) => !BARREL.test(imported));
  if (barrels.length === 0 || code === null) return others;
  const names = namesImported(code);
  return [...others, ...barrels.flatMap((barrel) => listMembers(barrel, { names, graph }))];
}

/** All names that a module imports or passes on, from wherever. */
function namesImported(code: string): Set<string> {
  const { staticImports, staticExports } = parseSync('module.js', code).module;
  const imported = staticImports.flatMap(({ entries }) => entries.map(({ importName }) => importName.name));
  const passed = staticExports.flatMap(({ entries }) => entries.map(({ importName }) => importName.name));
  return new Set([...imported, ...passed].filter((name) => typeof name === 'string'));
}

function listMembers(barrel: string, { names, graph }: { names: Set<string>; graph: ModuleGraph }): string[] {
  const { staticImports, staticExports } = parseSync('module.js', graph.getModuleInfo(barrel)?.code ?? '').module;
  const imported = staticImports.flatMap(({ moduleRequest, entries }) =>
    entries.map(({ localName }) => ({ name: localName.value, from: moduleRequest.value })),
  );
  const passed = staticExports.flatMap(({ entries }) =>
    entries.map(({ exportName, moduleRequest }) => ({ name: exportName.name ?? '', from: moduleRequest?.value })),
  );
  return [...imported, ...passed].flatMap(({ name, from }) =>
    from?.startsWith('.') && names.has(name) ? [join(dirname(barrel), from)] : [],
  );
}
