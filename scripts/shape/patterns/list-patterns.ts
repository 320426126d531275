import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const ROOT = join(import.meta.dirname, '../../..');
/** What runs in the product; tests, simulators and benches read no outside text. */
const FOLDERS = ['contract', 'server', 'web', 'widget'].map((name) => `packages/${name}/src`);

/** A regular expression of the sources. `at`: file and line. */
export type PlacedPattern = { at: string; file: string; pattern: RegExp };
/** A `new RegExp(…)`: its text is not known before it runs. */
export type BuiltPattern = { at: string; file: string };

/** All regular expressions of the product, found by reading the syntax tree of every file. */
export function listPatterns(): { literals: PlacedPattern[]; built: BuiltPattern[] } {
  const found = { literals: [] as PlacedPattern[], built: [] as BuiltPattern[] };
  for (const file of listSources()) {
    const source = ts.createSourceFile(file, readFileSync(join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest, true);
    const visit = (node: ts.Node): void => {
      const at = `${file}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`;
      if (ts.isRegularExpressionLiteral(node)) found.literals.push({ at, file, pattern: toPattern(node.text) });
      if (ts.isNewExpression(node) && node.expression.getText(source) === 'RegExp') found.built.push({ at, file });
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return found;
}

function listSources(): string[] {
  return execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...FOLDERS], { cwd: ROOT })
    .toString()
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file));
}

function toPattern(literal: string): RegExp {
  const end = literal.lastIndexOf('/');
  return new RegExp(literal.slice(1, end), literal.slice(end + 1));
}
