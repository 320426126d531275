import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { benches } from './benches.ts';
import { type Figure, type JudgedFigure, judgeFigure, showFigures } from './figures.ts';

const figureForm = z.object({
  name: z.string(),
  figure: z.number(),
  unit: z.enum(['ratio', 'ms', 's', 'MB', 'B', '%', 'per s']),
  budget: z.union([z.object({ max: z.number() }), z.object({ min: z.number() })]).optional(),
});
const figuresForm = z.object({ figures: z.array(figureForm) });
const meansForm = z.object({ means: z.record(z.string(), z.object({ ours: z.number(), baseline: z.number() })) });

const program = fileURLToPath(new URL('./main.ts', import.meta.url));

/** A process of its own: what one bench leaves in memory must not weigh on the next. */
async function runOne(name: string): Promise<string> {
  const child = spawn(process.execPath, [program, name, '--short'], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const [code, signal] = await once(child, 'close');
  if (code !== 0) throw new Error(`The bench ${name} ended with ${String(signal ?? code)}`);
  return output.trim().split('\n').at(-1) ?? '';
}

function readFigures(line: string): Figure[] {
  const output: unknown = JSON.parse(line);
  const figures = figuresForm.safeParse(output);
  if (figures.success) return figures.data.figures.map(({ budget, ...rest }) => (budget ? { ...rest, budget } : rest));
  const means = meansForm.safeParse(output);
  if (!means.success) return [];
  return Object.entries(means.data.means).map(([name, { ours, baseline }]) => {
    return { name: `retrieval, mean ${name}`, figure: ours, unit: '%', budget: { min: baseline } };
  });
}

/** Every bench in its short form, and one table of all figures. A bench that fails is named and the rest goes on. */
export async function runAll(): Promise<{ figures: JudgedFigure[]; failed: string[] }> {
  const figures: JudgedFigure[] = [];
  const failed: string[] = [];
  for (const name of Object.keys(benches)) {
    try {
      const measured = readFigures(await runOne(name)).map(judgeFigure);
      figures.push(...measured);
      console.log(`${showFigures(measured)}\n`);
    } catch (error) {
      failed.push(name);
      console.error(error instanceof Error ? error.message : error);
    }
  }
  const over = figures.filter(({ isWithin }) => isWithin === false).map(({ name }) => name);
  console.log(over.length === 0 ? 'Every figure is within its budget.' : `Over budget: ${over.join('; ')}`);
  if (failed.length > 0) console.log(`Failed: ${failed.join(', ')}`);
  return { figures, failed };
}
