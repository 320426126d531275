import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LONGEST, spread } from './spread-long-tests.ts';

const root = join(import.meta.dirname, '..');
const entry = (path: string, size: number) => ({ path: `/otvet/packages/${path}.test.ts`, size });

it('begins with a journey, spreads them, and leaves the end to short files', () => {
  const journeys = [1, 2, 3, 4].map((at) => entry(`e2e/src/main-job/journey-${at}`, at));
  const others = Array.from({ length: 40 }, (_, at) => entry(`server/src/platform/text/file-${at}`, 1000 + at));
  const order = spread([...others, ...journeys]);
  expect(order).toHaveLength(44);
  const places = journeys.map((journey) => order.indexOf(journey)).toSorted((one, other) => one - other);
  expect(places).toEqual([0, 9, 18, 27]);
});

it('knows the folders of files that wait, and no others', () => {
  const [first, second] = spread([
    entry('server/src/domains/dialogs/routes', 90_000),
    entry('server/src/chaos/every-platform-killed', 800),
  ]);
  expect([first?.size, second?.size]).toEqual([800, 90_000]);
});

it('begins with the files that last longest', () => {
  const killed = entry('server/src/chaos/server-killed-forty-times', 1);
  expect(spread([entry('e2e/src/main-job/demo', 5000), entry('server/src/routes', 90_000), killed])[0]).toBe(killed);
});

it('knows the longest files by names that there are', () => {
  const files = globSync('{packages,scripts}/**/*.test.ts', { cwd: root, exclude: ['**/node_modules/**'] });
  expect(files.filter((file) => LONGEST.test(`/${file}`))).toHaveLength(2);
});
