import type { KnowledgeSource } from '@otvet/contract';
import en from '@otvet/contract/texts/en/knowledge.json';
import ru from '@otvet/contract/texts/ru/knowledge.json';
import { expect, it } from 'vitest';
import { describeAddress, describeFault, mayBeAsked, mayBeReadNow, needsAnotherFile } from './source-words.ts';

const failed: KnowledgeSource = {
  ...{ id: '', knowledgeBaseId: '', kind: 'page', name: '', hint: '', link: null, title: null, language: null },
  ...{
    progress: { done: 0, total: 0 },
    attempts: 1,
    nextTryAt: null,
    version: 0,
    passages: 0,
    unreadPages: [],
    isHeld: false,
  },
  ...{ change: null, checkEvery: 'never', checkedAt: null, createdAt: '', updatedAt: '' },
  state: 'failed',
  reason: 'no_text',
};

it.each([
  ['page', '', 'https://shop.example/', 'sources.page_empty'],
  ['page', '', 'https://shop.example/index.html', 'sources.page_empty'],
  ['page', '', 'https://shop.example/prices.PDF', 'knowledge.source.reason.no_text'],
  ['page', '', 'https://shop.example/prices.csv', 'sources.file_empty'],
  ['file', 'Договор.pdf', null, 'knowledge.source.reason.no_text'],
  ['file', 'Договор.DOCX', null, 'knowledge.source.reason.no_text'],
  ['file', 'Заметки.txt', null, 'sources.file_empty'],
  ['file', 'Страница.html', null, 'sources.file_empty'],
  ['file', 'Прайс.XLSX', null, 'sources.file_empty'],
  ['file', 'Прайс.csv', null, 'sources.file_empty'],
  ['google_document', '', 'https://docs.google.com/document/d/1/', 'knowledge.source.reason.no_text'],
  ['google_sheet', '', 'https://docs.google.com/spreadsheets/d/1/', 'sources.sheet_empty'],
] as const)('a source without a text is called a scan only where it can be one: %s %s %s', (kind, name, link, text) => {
  const spoken = { t: (key: string) => key, locale: 'ru', now: new Date(0) } as const;
  expect(describeFault({ ...failed, kind, name, link }, spoken)).toBe(text);
});

it.each([
  ['file', 'failed', 'password', true],
  ['file', 'failed', 'wrong_type', true],
  ['file', 'failed', 'not_read', false],
  ['file', 'failed', 'memory_limit', false],
  // Another one is on its way.
  ['file', 'waiting', 'password', false],
  // Whoever owns the page may take the password away.
  ['page', 'failed', 'password', false],
] as const)('what is the same each time it is read needs another file: %s, %s, %s', (kind, state, reason, expected) => {
  expect(needsAnotherFile({ ...failed, kind, state, reason })).toBe(expected);
});

it.each([
  ['page', 'https://www.shop.example/delivery/', 'Доставка — Магазин', 'shop.example/delivery'],
  ['page', 'https://shop.example/delivery/', 'https://shop.example/delivery/', null],
  ['page', 'https://shop.example/', 'shop.example', null],
  ['google_sheet', 'https://docs.google.com/spreadsheets/d/1/', 'Цены', null],
  ['file', null, 'Прайс.pdf', null],
] as const)('a page with a name keeps its address: %s %s, %s', (kind, link, name, expected) => {
  expect(describeAddress({ kind, link, name })).toBe(expected);
});

it.each([
  [
    'what may pass by itself',
    ['unreachable', 'site_error', 'busy', 'not_read', 'model_busy', 'model_down', 'picture_limit'],
    true,
  ],
  ['what somebody sees to elsewhere', ['memory_limit', 'model_unset', 'page_closed', 'google_permission'], true],
  [
    'what stands in the file',
    ['password', 'wrong_type', 'no_text', 'no_answers', 'damaged', 'too_large', 'too_long'],
    false,
  ],
  ['what stands in the picture', ['picture_empty', 'picture_long', 'picture_large', 'picture_refused'], false],
  ['what takes away most of a page', ['much_gone'], false],
  ['what was never there', ['file_lost', 'link_wrong', 'google_link'], false],
] as const)('risk: a reading that cannot help is asked for, or one that can is not: %s', (_name, reasons, expected) => {
  const readsPictures = true;
  for (const reason of reasons) {
    expect([reason, mayBeReadNow({ state: 'failed', reason }, { readsPictures })]).toEqual([reason, expected]);
    expect(mayBeReadNow({ state: 'waiting', reason }, { readsPictures })).toBe(false);
  }
});

it.each([true, false])(
  'a picture that nothing could see may be read once a model sees pictures: %s',
  (readsPictures) => {
    expect(mayBeReadNow({ state: 'failed', reason: 'picture_unseen' }, { readsPictures })).toBe(readsPictures);
  },
);

it.each([
  ['failed', 'unreachable', true],
  ['waiting', 'unreachable', false],
  ['waiting', 'much_gone', true],
  ['reading', 'much_gone', false],
  ['waiting', null, false],
] as const)(
  'a page that changed much may be taken while it waits to be looked at again: %s, %s',
  (state, reason, may) => {
    expect(mayBeAsked({ state, reason })).toBe(may);
  },
);

it.each(['unreachable', 'site_error', 'busy', 'model_busy', 'model_down'] as const)(
  'risk: a source whose tries are used up says that it will be tried again: %s',
  (reason) => {
    for (const texts of [ru, en]) expect(texts[`knowledge.source.reason.${reason}`]).not.toMatch(/опробуем|tried/);
  },
);
