import { limits } from '@otvet/contract/values';
import { expect, it } from 'vitest';
import { judgeFiles } from './judge-files.ts';

const faultsOf = (...files: [name: string, size: number][]) =>
  judgeFiles(files.map(([name, size]) => ({ name, size }))).map(({ fault }) => fault);

it('each file is judged by itself, by its ending and its size', () => {
  expect(
    faultsOf(
      ['Прайс.PDF', 10],
      ['договор.doc', 10],
      ['макросы.docm', 10],
      ['пусто.txt', 0],
      ['архив.zip', 10],
      ['без имени', 10],
      ['каталог.xlsx', limits.sourceBytes],
      ['каталог 2.xlsx', limits.sourceBytes + 1],
    ),
  ).toEqual([null, 'old_word', 'type', 'empty', 'type', 'type', null, 'too_large']);
});

it('files go one by one, so any number of them is taken', () => {
  const files = Array.from({ length: limits.sourceFiles + 1 }, (_, at): [string, number] => [`${at}.pdf`, 1]);
  expect(faultsOf(...files)).toEqual(files.map(() => null));
});
