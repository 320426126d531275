import { expect, it } from 'vitest';
import { mayLeave, reportUnsaved, type Unsaved, watchUnsaved } from './unsaved.ts';

function form(answer: boolean) {
  const seen: string[] = [];
  const unsaved: Unsaved = {
    ask: async () => {
      seen.push('asked');
      return answer;
    },
    discard: () => seen.push('given up'),
  };
  return { seen, report: () => reportUnsaved(unsaved) };
}

it('nothing changed: nobody is asked', async () => {
  expect(await mayLeave()).toBe(true);
});

it('the newest form asks for all, and a no gives nothing up', async () => {
  const [older, newer] = [form(true), form(false)];
  const gone = [older.report(), newer.report()];
  expect(await mayLeave()).toBe(false);
  expect([older.seen, newer.seen]).toEqual([[], ['asked']]);
  for (const end of gone) end();
  expect(await mayLeave()).toBe(true);
});

it('a yes gives up all of them, and the next step asks nothing', async () => {
  const [older, newer] = [form(false), form(true)];
  older.report();
  newer.report();
  expect(await mayLeave()).toBe(true);
  expect([older.seen, newer.seen]).toEqual([['given up'], ['asked', 'given up']]);
  expect(await mayLeave()).toBe(true);
});

it('whoever watches hears of the first change and of the last that is gone', () => {
  const heard: boolean[] = [];
  const stop = watchUnsaved((hasUnsaved) => heard.push(hasUnsaved));
  const gone = [form(true).report(), form(true).report()];
  for (const end of [...gone, ...gone]) end();
  stop();
  form(true).report()();
  expect(heard).toEqual([true, true, true, false]);
});
