import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

function listSources(): string[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'packages', 'scripts'], { cwd: ROOT });
  return listed
    .toString()
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('scripts/canary') && existsSync(join(ROOT, file)));
}

/** Names of module-level constants that hold a number, a string or arithmetic of such. */
function listLiteralConstants(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const names = new Set<string>();
  const isLiteral = (node: ts.Expression): boolean => {
    if (ts.isNumericLiteral(node) || ts.isStringLiteralLike(node)) return true;
    if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
      return isLiteral(node.expression);
    if (ts.isPrefixUnaryExpression(node)) return isLiteral(node.operand);
    if (ts.isBinaryExpression(node)) return isLiteral(node.left) && isLiteral(node.right);
    return ts.isIdentifier(node) && names.has(node.text);
  };
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement) || (statement.declarationList.flags & ts.NodeFlags.Const) === 0) continue;
    for (const { name, initializer } of statement.declarationList.declarations)
      if (ts.isIdentifier(name) && initializer !== undefined && isLiteral(initializer)) names.add(name.text);
  }
  return [...names];
}

it('sees constants of numbers, strings and their arithmetic, and nothing else', () => {
  const text =
    'const a = 1; export const b = -a * (60 + 2); const c = "x" as const; const d = [1]; let e = 2; const f = g();';
  expect(listLiteralConstants('sample.ts', text)).toEqual(['a', 'b', 'c']);
});

it('writes constants that hold literal values in CONSTANT_CASE', () => {
  const wrong = listSources().flatMap((file) =>
    listLiteralConstants(file, readFileSync(join(ROOT, file), 'utf8'))
      .filter((name) => !/^[A-Z][A-Z0-9_]*$/.test(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(wrong).toEqual([]);
});
