import { expect, it } from 'vitest';
import { detectLink } from './detect-link.ts';

it.each([
  ['', 'empty'],
  ['  ', 'empty'],
  ['дом-мебель.рф/доставка', 'page'],
  ['https://shop.example/prices?city=1', 'page'],
  ['http://127.0.0.1:3000/page', 'page'],
  ['https://docs.google.com/document/d/1a2B3c4D5e6F7g8H9i0JkLmNoPqRsTuV/edit', 'google_document'],
  ['docs.google.com/a/shop.example/spreadsheets/d/1a2B3c4D5e6F7g8H9i0JkLmNoPqRsTuV/edit#gid=0', 'google_sheet'],
  ['https://docs.google.com/presentation/d/1a2B3c4D5e6F7g8H9i0JkLmNoPqRsTuV/edit', 'google_document'],
  ['https://drive.google.com/file/d/1a2B3c4D5e6F7g8H9i0JkLmNoPqRsTuV/view', 'google_document'],
  ['https://drive.google.com/drive/folders/1a2B3c4D5e6F7g8H9i0JkLmNoPqRsTuV', 'unsupported'],
  ['https://docs.google.com/forms/d/1a2B3c4D5e6F7g8H9i0JkLmNoPqRsTuV/edit', 'unsupported'],
  ['сколько стоит доставка', 'wrong'],
  ['прайс', 'wrong'],
  ['ftp://shop.example/prices', 'wrong'],
])('%s is taken for: %s', (text, kind) => {
  expect(detectLink(text)).toBe(kind);
});
