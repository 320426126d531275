import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { listStatements, type StatementDefinition } from '../../platform/database/statement.ts';

const SOURCE = join(import.meta.dirname, '../..');

/** A statement with its place in the sources: `file` as `domains/dialogs/turn-store.ts`, `name` of its constant. */
export type PlacedStatement = StatementDefinition & { file: string; name: string };

/** Files that may hold SQL by our rules: `store` is a word of their names. */
export function listStoreFiles(): string[] {
  return ['domains', 'platform'].flatMap((folder) =>
    readdirSync(join(SOURCE, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name).replaceAll('\\', '/'))
      .filter((name) => /(?:^|[/-])store(?:-[\w-]+)?\.ts$/.test(name)),
  );
}

export const readSource = (file: string): string => readFileSync(join(SOURCE, file), 'utf8');

/** Imports all stores and gives the statements of the product. */
export async function loadStatements(): Promise<PlacedStatement[]> {
  for (const file of listStoreFiles()) await import(pathToFileURL(join(SOURCE, file)).href);
  // Files of tests that were run before in this process have defined some of their own.
  return listStatements()
    .map(place)
    .filter(({ file }) => !/\.test\.ts$/.test(file));
}

function place(definition: StatementDefinition): PlacedStatement {
  const { file, line } = originOf(definition.origin.stack ?? '');
  const lines = readSource(file).split('\n');
  // The constant begins on the line of the call, or above it where the formatter broke the line.
  const declaration = lines.slice(0, line).findLast((text) => /^(?:export )?const \w+/.test(text)) ?? '';
  return { ...definition, file, name: /const (\w+)/.exec(declaration)?.[1] ?? '' };
}

/** The first frame outside of statement.ts itself. */
function originOf(stack: string): { file: string; line: number } {
  for (const frame of stack.split('\n')) {
    const match = /(?:file:\/\/)?(\/[^():]+|[A-Z]:[^():]+):(\d+):\d+/.exec(frame);
    const file = match?.[1] && relative(SOURCE, match[1]).replaceAll('\\', '/');
    if (file && file !== 'platform/database/statement.ts') return { file, line: Number(match[2]) };
  }
  throw new Error(`No place of definition in ${stack}`);
}
