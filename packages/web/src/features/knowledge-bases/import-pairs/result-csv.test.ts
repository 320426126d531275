import { expect, it } from 'vitest';
import { finalRows, toCsv } from './result-csv.ts';

const pair = { question: 'Где?', answer: 'Там', phrasings: [] };

it('a row that was left out in the end is not told as taken', () => {
  const planned = [
    { outcome: 'added' as const, row: 2, ...pair },
    { outcome: 'added' as const, row: 3, ...pair },
    { outcome: 'skipped' as const, row: 4, ...pair, reason: 'repeated' as const },
    { outcome: 'unchanged' as const, row: 5, ...pair },
    { outcome: 'added' as const, row: 6, ...pair },
  ];
  const untaken = [
    { outcome: 'unchanged' as const, row: 5, ...pair },
    { outcome: 'unchanged' as const, row: 6, ...pair },
    { outcome: 'skipped' as const, row: 4, ...pair, reason: 'repeated' as const },
    { outcome: 'skipped' as const, row: 2, ...pair, reason: 'cell_error' as const },
  ];
  expect(finalRows(planned, untaken).map(({ row, outcome }) => [row, outcome])).toEqual([
    [2, 'skipped'],
    [3, 'added'],
    [4, 'skipped'],
    [5, 'unchanged'],
    [6, 'unchanged'],
  ]);
});

it('risk: a downloaded cell is computed by a spreadsheet, or ends early', () => {
  expect(
    toCsv(
      [
        ['=1+1', 'a "b"; c'],
        ['-5', 'две\nстроки'],
      ],
      ';',
    ),
  ).toBe('\uFEFF"\'=1+1";"a ""b""; c"\r\n"\'-5";"две\nстроки"\r\n');
});

it.each([
  ...['=1+1', '+1', '-1', '@sum(a1)', '\t=1', '\r=1', '\n=1', ' =1', '\u200b=1'],
  ...['＝1+1', '＋1', '－1', '＠sum(a1)', '﹦1', '﹢1', '﹣1', '﹫sum(a1)'],
])('risk: a spreadsheet of some language computes a cell that begins with %j', (cell) => {
  expect(toCsv([[cell]], ',')).toBe(`\uFEFF"'${cell}"\r\n`);
});

it('a cell that no spreadsheet computes stays as it is', () => {
  expect(toCsv([['1 = 1', ' a', '№ 5', '«да»', '']], ',')).toBe('\uFEFF"1 = 1"," a","№ 5","«да»",""\r\n');
});
