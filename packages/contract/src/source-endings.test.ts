import { expect, it } from 'vitest';
import {
  documentEndings,
  isDocumentName,
  isPictureName,
  isSheetName,
  isSourceName,
  readEnding,
  sourceEndings,
} from './source-endings.ts';

it('a file is known by its last ending, in whichever case', () => {
  expect(['Прайс.PDF', 'a.b.Jpeg ', 'a', '.txt', 'a.pdf.js', 'a.'].map(readEnding)).toEqual([
    ...['pdf', 'jpeg', '', 'txt', 'js', ''],
  ]);
  for (const ending of sourceEndings) {
    const name = `Файл.${ending.toUpperCase()}`;
    expect([isSourceName(name), isDocumentName(name) !== isPictureName(name)]).toEqual([true, true]);
  }
  for (const name of ['a.doc', 'a.docm', 'a.xlsm', 'a.svg', 'pdf', 'a.pdf.js']) expect(isSourceName(name)).toBe(false);
  expect(documentEndings.filter((ending) => isSheetName(`a.${ending}`))).toEqual(['csv', 'xls', 'xlsx']);
});
