import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { connectors } from '../packages/server/src/connectors/registry.ts';
import { chooseParts, findParts, type Part } from './mutants/parts.ts';

/**
 * `npm run mutants -- telegram vendors/meta`: changes the readers of connectors one branch at a time and runs their tests,
 * which have to fail. A change that no test notices is listed, unless `mutants/explained.json` says why none can. Its
 * tools are installed at the first run, in their own folder: nobody else needs them.
 */

const root = join(import.meta.dirname, '..');
const tools = join(root, 'scripts/mutants');
const stryker = join(tools, 'node_modules/@stryker-mutator/core/bin/stryker.js');
const work = join(root, '.cache/mutants');
const CONNECTORS_FOLDER = 'packages/server/src/connectors';

/** Changes of words, patterns and null checks are no branches. */
const otherMutations = ['StringLiteral', 'Regex', 'OptionalChaining', 'ArrayDeclaration', 'UpdateOperator'];

const Report = z.object({
  files: z.record(
    z.string(),
    z.object({
      source: z.string(),
      mutants: z.array(
        z.object({
          mutatorName: z.string(),
          replacement: z.string().default(''),
          status: z.string(),
          location: z.object({ start: z.object({ line: z.number(), column: z.number() }) }),
        }),
      ),
    }),
  ),
});

/** A change that no test can notice: the line of `telegram/parse.ts`, what stood in its place, and why that is the same. */
const Explained = z.array(
  z.object({ file: z.string(), line: z.string(), replacement: z.string(), reason: z.string().min(10) }),
);

type Survivor = { file: string; at: string; line: string; replacement: string };
type Outcome = { name: string; total: number; survivors: Survivor[]; explained: number; outdated: Explanation[] };
type Explanation = z.output<typeof Explained>[number];

const known = Explained.parse(JSON.parse(readFileSync(join(tools, 'explained.json'), 'utf8')));
const parts = findParts(join(root, CONNECTORS_FOLDER), Object.keys(connectors));
const chosen = chooseParts(parts, process.argv.slice(2));
const strays = known.filter(({ file }) => !parts.some(({ files }) => files.includes(file)));
if (strays.length > 0)
  throw new Error(`Explained, and read by no channel: ${strays.map(({ file }) => file).join(' ')}`);

if (!existsSync(stryker)) run('npm', ['ci', '--no-audit', '--no-fund'], tools);
mkdirSync(work, { recursive: true });
const outcomes = chosen.map(tryPart);
console.log('\npart                changes  noticed  explained  unnoticed');
for (const { name, total, survivors, explained } of outcomes) {
  const cells = [total, total - survivors.length - explained, explained, survivors.length];
  console.log(name.padEnd(20) + cells.map((cell, index) => String(cell).padStart([7, 9, 11, 11][index] ?? 0)).join(''));
}
if (outcomes.some(({ survivors, outdated }) => survivors.length + outdated.length > 0)) process.exitCode = 1;

function tryPart({ name, files: readers, channels }: Part): Outcome {
  const reportFile = join(work, `${name.replace('/', '-')}.json`);
  const configFile = join(work, `${name.replace('/', '-')}.config.json`);
  writeFileSync(configFile, JSON.stringify(configure(readers, reportFile)));
  run(process.execPath, [stryker, 'run', configFile], root, {
    CHANNELS: channels.join(' '),
    VENDORS: vendorsOf(channels),
  });
  const { files } = Report.parse(JSON.parse(readFileSync(reportFile, 'utf8')));
  const listed = Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants.map((mutant) => ({ file, source, ...mutant })),
  );
  // Those of the kinds left out are in the report, and were never tried.
  const changes = listed.filter(({ status }) => status !== 'Ignored');
  const unnoticed = changes.filter(({ status }) => status === 'Survived' || status === 'NoCoverage').map(describe);
  const survivors = unnoticed.filter((survivor) => !known.some((explanation) => isOf(explanation, survivor)));
  for (const { at, line, replacement } of survivors) console.log(`${at}\n    ${line}\n    -> ${replacement}`);
  const outdated = known.filter(
    (explanation) => readers.includes(explanation.file) && !unnoticed.some((survivor) => isOf(explanation, survivor)),
  );
  for (const { file, line, replacement } of outdated) {
    console.log(`explained, and noticed or gone by now: ${file}\n    ${line}\n    -> ${replacement}`);
  }
  return { name, total: changes.length, survivors, explained: unnoticed.length - survivors.length, outdated };
}

/** The folders that these channels share with others: their tests judge the readers of a channel too. */
function vendorsOf(channels: readonly string[]): string {
  const shared = parts.filter((part) => part.channels.some((channel) => channels.includes(channel)));
  return shared.flatMap(({ name }) => (name.startsWith('vendors/') ? [name] : [])).join(' ');
}

function configure(readers: readonly string[], reportFile: string): Record<string, unknown> {
  return {
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'scripts/mutants/vitest.config.ts', related: false },
    mutate: readers.map((reader) => `${CONNECTORS_FOLDER}/${reader}`),
    mutator: { excludedMutations: otherMutations },
    coverageAnalysis: 'perTest',
    concurrency: Math.max(1, Math.floor(availableParallelism() / 2)),
    // A change that no test notices must not count as noticed because the machine is busy.
    timeoutMS: 60_000,
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: reportFile },
    tempDirName: join(work, 'copy'),
    logLevel: 'warn',
    warnings: { slow: false },
  };
}

type Change = z.output<typeof Report>['files'][string]['mutants'][number] & { file: string; source: string };

function describe({ file, source, replacement, location }: Change): Survivor {
  const { line, column } = location.start;
  return {
    file,
    at: `${file}:${line}:${column}`,
    line: (source.split('\n')[line - 1] ?? '').trim(),
    replacement: replacement.replaceAll(/\s+/g, ' '),
  };
}

function isOf({ file, line, replacement }: Explanation, survivor: Survivor): boolean {
  return (
    survivor.file === `${CONNECTORS_FOLDER}/${file}` && survivor.line === line && survivor.replacement === replacement
  );
}

function run(command: string, args: string[], cwd: string, environment: Record<string, string> = {}): void {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit', env: { ...process.env, ...environment } });
  if (status !== 0) throw new Error(`${command} ended with ${status}`);
}
