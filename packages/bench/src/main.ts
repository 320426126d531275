import { benches } from './benches.ts';
import { judgeFigure, showFigures } from './figures.ts';
import { runAll } from './run-all.ts';

/** `npm run bench [name] [-- --short …]`: a table for people, and JSON on the last line. */
async function run(): Promise<void> {
  const [name, ...rest] = process.argv.slice(2);
  if (name === undefined) {
    console.log(JSON.stringify(await runAll()));
    return;
  }
  const bench = benches[name];
  if (bench === undefined)
    throw new Error(`There is no bench "${name}"; there are: ${Object.keys(benches).join(', ')}`);
  const argv = rest.filter((argument) => argument !== '--short');
  const figures = await bench({ argv, isShort: argv.length < rest.length });
  if (figures === 'printed') return;
  const judged = figures.map(judgeFigure);
  console.log(showFigures(judged));
  console.log(JSON.stringify({ bench: name, figures: judged }));
}

run().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
