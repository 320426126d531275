import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { limits } from '@otvet/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLog } from '../../../platform/log/logger.ts';
import { createOutboundFetch } from '../../../platform/outbound/index.ts';
import { startTestDatabase, type TestDatabase } from '../../../testing/start-test-database.ts';
import { createTestClock } from '../../../testing/test-clock.ts';
import { waitUntil } from '../../../testing/wait-until.ts';
import { createKnowledge } from '../index.ts';
import { SourceFault } from '../sources/source-fault.ts';
import { noChannels } from '../testing/no-channels.ts';
import { createSpreadsheets } from './create-spreadsheets.ts';
import { createKeptLinks } from './keep-links.ts';
import type { SheetFile } from './rows.ts';

let database: TestDatabase;
let server: Server;
let site = '';
beforeAll(async () => {
  database = await startTestDatabase({ kind: 'server' });
  server = createServer((request, response) => {
    if (request.url === '/closed') response.statusCode = 403;
    if (request.url === '/missing') response.statusCode = 404;
    response.setHeader('content-type', request.url === '/page' ? 'text/html' : 'text/csv; charset=windows-1251');
    response.end('Вопрос|Ответ\nПо ссылке?|Да');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  site = address !== null && typeof address === 'object' ? `http://127.0.0.1:${address.port}` : '';
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await database.close();
});

/** Cells between bars: what a spreadsheet is read with is not judged here. */
const readBars = async ({ bytes, name }: SheetFile) => {
  if (name === 'locked.xlsx') return { kind: 'refused' as const, reason: 'password' as const };
  const lines = bytes.toString().split('\n');
  const rows = lines.map((line, at) => ({
    row: at + 1,
    cells: line.split('|').map((cell) => cell.replaceAll('¶', '\n')),
  }));
  return { kind: 'read' as const, sheets: [{ name: null, rows }] };
};

async function openBase(maxAccountBytes: number = limits.knowledgeMemoryBytes) {
  const { pool } = database;
  const deps = { pool, clock: createTestClock(), newId: randomUUID, log: createLog({ level: 'silent' }) };
  const all = { ...deps, channels: noChannels, maxAccountBytes };
  const knowledge = createKnowledge(all);
  const tools = {
    ...all,
    readSheets: readBars,
    fetchLink: createOutboundFetch({ isPrivateAddressAllowed: true }),
    fetchGoogle: async () => {
      throw new SourceFault('google_permission');
    },
    changed: knowledge.noteChanged,
  };
  const spreadsheets = createSpreadsheets(tools);
  const accountId = randomUUID();
  const { id: knowledgeBaseId } = await knowledge.bases.create({ accountId, name: 'База' });
  const base = { accountId, knowledgeBaseId };
  const send = (text: string, check = false, name = 'pairs.csv') =>
    spreadsheets.importPairs({ ...base, check, file: new File([text], name) });
  const held = async () => {
    const { pairs, count } = await knowledge.pairs.page({ ...base, limit: 100, offset: 0, search: '' });
    return { count, pairs: pairs.map(({ question, answer }) => `${question} ${answer}`).sort() };
  };
  return { ...base, deps: tools, knowledge, spreadsheets, send, held };
}

/** A site that answers when the test lets it. */
function slowSite(fetch: ReturnType<typeof createOutboundFetch>) {
  const seen = { running: 0, most: 0, fetched: 0 };
  const held: (() => void)[] = [];
  const fetchLink: typeof fetch = async (...input) => {
    seen.running += 1;
    seen.most = Math.max(seen.most, seen.running);
    await new Promise<void>((resolve) => held.push(resolve));
    seen.running -= 1;
    seen.fetched += 1;
    return await fetch(...input);
  };
  return { seen, held, fetchLink };
}

it('risk: links of many accounts are fetched all at once: six at a time, of one account one after another', async () => {
  const bases = await Promise.all(Array.from({ length: 8 }, () => openBase()));
  const [first] = bases;
  if (first === undefined) throw new Error('there is no base');
  const { seen, held, fetchLink } = slowSite(first.deps.fetchLink);
  const spreadsheets = createSpreadsheets({ ...first.deps, fetchLink });
  const check = ({ accountId }: { accountId: string }) => spreadsheets.checkHeader({ accountId, url: `${site}/sheet` });
  const own = [check(first), check(first), check(first)];
  await expect(check(first)).rejects.toMatchObject({ code: 'request.rate_limited' });
  await waitUntil(() => held.length === 1);
  const all = [...own, ...bases.slice(1).map(check)];
  await waitUntil(() => held.length === 6);
  // A file waits for no site.
  const last = bases.at(-1);
  expect(
    await spreadsheets.checkHeader({ accountId: last?.accountId ?? '', file: new File(['Вопрос|Ответ'], 'a.csv') }),
  ).toMatchObject({ missing: [] });
  for (let done = 0; done < all.length; done += 1) {
    await waitUntil(() => held.length > 0);
    held.shift()?.();
  }
  expect(await Promise.all(all)).toHaveLength(10);
  expect(seen.most).toBe(6);
});

it('a link is fetched once for its three steps, and anew where it is looked at again or much later', async () => {
  const { deps, accountId, knowledgeBaseId } = await openBase();
  let fetched = 0;
  const fetchLink: typeof deps.fetchLink = async (...input) => {
    fetched += 1;
    return await deps.fetchLink(...input);
  };
  const spreadsheets = createSpreadsheets({ ...deps, fetchLink });
  const url = `${site}/pairs.csv`;
  const look = () => spreadsheets.checkHeader({ accountId, url });
  const take = (check: boolean, link = url) =>
    spreadsheets.importPairs({ accountId, knowledgeBaseId, url: link, check });
  await look();
  await take(true);
  expect(await take(false)).toMatchObject({ added: 1 });
  expect(fetched).toBe(1);
  // What was imported is over; whoever looks wants the sheet as it is now.
  await take(true);
  await look();
  expect(fetched).toBe(3);
  await take(true, `${url}?other`);
  expect(fetched).toBe(4);
  deps.clock.advance(6 * 60_000);
  await take(true, `${url}?other`);
  expect(fetched).toBe(5);
});

it.each(['much later', 'on another node'])(
  'risk: %s another sheet is imported than the one that was shown',
  async (when) => {
    const { deps, accountId, knowledgeBaseId, held } = await openBase();
    let answer = 'Да';
    const fetchLink: typeof deps.fetchLink = async (...input) => {
      const fetched = await deps.fetchLink(...input);
      return { ...fetched, body: Buffer.from(`Вопрос|Ответ\nПо ссылке?|${answer}`) };
    };
    const spreadsheets = createSpreadsheets({ ...deps, fetchLink });
    const url = `${site}/pairs.csv`;
    const sheet = { accountId, knowledgeBaseId, url };
    const { hash } = await spreadsheets.checkHeader({ accountId, url });
    expect(await spreadsheets.importPairs({ ...sheet, check: true, shownHash: hash })).toMatchObject({ hash });
    answer = 'Нет';
    if (when === 'much later') deps.clock.advance(6 * 60_000);
    const other = when === 'much later' ? spreadsheets : createSpreadsheets({ ...deps, fetchLink });
    const take = (shownHash: string) => other.importPairs({ ...sheet, check: false, shownHash });
    await expect(take(hash)).rejects.toMatchObject({ code: 'knowledge.sheet_changed' });
    expect((await held()).count).toBe(0);
    const again = await other.checkHeader({ accountId, url });
    expect(await take(again.hash)).toMatchObject({ added: 1 });
    expect((await held()).pairs).toEqual(['По ссылке? Нет']);
  },
);

it('what is kept of links is bounded: the oldest go first', () => {
  const kept = createKeptLinks({ clock: createTestClock(), maxBytes: 100 });
  const keep = (accountId: string, size: number) =>
    kept.keep({ accountId, url: 'a' }, { bytes: Buffer.alloc(size), name: 'a.csv' });
  const held = () => ['Anna', 'Boris', 'Vera'].filter((accountId) => kept.find({ accountId, url: 'a' }) !== undefined);
  keep('Anna', 60);
  keep('Boris', 40);
  expect(held()).toEqual(['Anna', 'Boris']);
  keep('Vera', 30);
  expect(held()).toEqual(['Boris', 'Vera']);
  keep('Vera', 101);
  expect(held()).toEqual(['Boris']);
});

it('where names of columns are missing they are chosen, and the first row may be a pair', async () => {
  const { spreadsheets, accountId, knowledgeBaseId } = await openBase();
  const file = () => new File(['Код|О чём спрашивают|Ответ\n1|Где вы?|На Лесной\n2|Есть парковка?|Да'], 'a.csv');
  const base = { accountId, knowledgeBaseId, check: true };
  expect((await spreadsheets.checkHeader({ accountId, file: file() })).missing).toEqual(['question']);
  const header = await spreadsheets.checkHeader({ accountId, file: file(), questionColumn: 1 });
  expect(header).toMatchObject({ missing: [], found: { question: 'О чём спрашивают', answer: 'Ответ' }, rows: 2 });
  expect(await spreadsheets.importPairs({ ...base, file: file(), questionColumn: 1 })).toMatchObject({ added: 2 });
  const bare = { ...base, isFirstRowPair: true, questionColumn: 0, answerColumn: 1 };
  expect(
    await spreadsheets.importPairs({ ...bare, file: new File(['Где вы?|На Лесной\nВы есть?|Да'], 'a.csv') }),
  ).toMatchObject({ added: 2, rows: [{ row: 1, question: 'Где вы?', answer: 'На Лесной' }, { row: 2 }] });
  await expect(
    spreadsheets.importPairs({ ...base, file: file(), questionColumn: 1, answerColumn: 1 }),
  ).rejects.toMatchObject({ code: 'request.invalid' });
});

it('a column of other ways to ask that is named otherwise is chosen', async () => {
  const { spreadsheets, accountId, knowledgeBaseId } = await openBase();
  const file = () => new File(['Вопрос|Ответ|Ещё спрашивают\nГде вы?|На Лесной|Какой адрес?; Как доехать?'], 'a.csv');
  const columns = { questionColumn: 0, answerColumn: 1, phrasingsColumn: 2 };
  const header = await spreadsheets.checkHeader({ accountId, file: file(), ...columns });
  expect(header.found).toEqual({ question: 'Вопрос', answer: 'Ответ', phrasings: ['Ещё спрашивают'] });
  const base = { accountId, knowledgeBaseId, check: true, ...columns };
  const phrasings = ['Какой адрес?', 'Как доехать?'];
  expect(await spreadsheets.importPairs({ ...base, file: file() })).toMatchObject({ added: 1, rows: [{ phrasings }] });
  // Also where the first row is a pair already; a column that holds the answer holds no ways to ask.
  const bare = {
    ...base,
    isFirstRowPair: true,
    file: new File(['Где вы?|На Лесной|Какой адрес?; Как доехать?'], 'a.csv'),
  };
  expect(await spreadsheets.importPairs(bare)).toMatchObject({ added: 1, rows: [{ phrasings }] });
  const taken = spreadsheets.importPairs({ ...base, file: file(), phrasingsColumn: 1 });
  await expect(taken).rejects.toMatchObject({ code: 'request.invalid' });
});

it('a preview says what becomes of each row and changes nothing; the import does just that', async () => {
  const { send, held, knowledge, accountId, knowledgeBaseId } = await openBase();
  const known = [
    { question: 'Где вы?', answer: 'На Лесной' },
    { question: 'Есть парковка?', answer: 'Да' },
  ];
  const [first] = await knowledge.pairs.add({ accountId, knowledgeBaseId, pairs: known });
  const sheet = [
    'Ответ|Вопрос',
    'Два часа|Сколько ждать?',
    'На Садовой|ГДЕ ВЫ?',
    '|',
    'Да|Есть парковка?',
    '|Без ответа?',
    'Без вопроса|',
    '#REF!|Сколько стоит?',
    'Час|сколько ждать?',
    `${'о'.repeat(limits.answerText + 1)}|Длинно?`,
  ].join('\n');
  const rows = [
    { outcome: 'added', row: 2, question: 'Сколько ждать?', answer: 'Два часа' },
    { outcome: 'changed', row: 3, question: 'ГДЕ ВЫ?', answer: 'На Садовой', formerAnswer: 'На Лесной' },
    { outcome: 'unchanged', row: 5, question: 'Есть парковка?' },
    { outcome: 'skipped', row: 6, reason: 'answer_empty' },
    { outcome: 'skipped', row: 7, reason: 'question_empty' },
    { outcome: 'skipped', row: 8, reason: 'cell_error' },
    { outcome: 'skipped', row: 9, reason: 'repeated', repeats: { row: 2, isSameAnswer: false } },
    { outcome: 'skipped', row: 10, reason: 'answer_long' },
  ];
  expect(await send(sheet, true)).toMatchObject({ added: 1, changed: 1, unchanged: 1, skipped: 5, rows });
  expect((await held()).count).toBe(2);
  expect(await send(sheet)).toMatchObject({ added: 1, changed: 1, unchanged: 1, skipped: 5, rows: rows.slice(2) });
  expect(await held()).toEqual({
    count: 3,
    pairs: ['Где вы? На Садовой', 'Есть парковка? Да', 'Сколько ждать? Два часа'],
  });
  // The pair that was changed is the same one, and is searched with its new answer.
  expect((await knowledge.pairs.find(accountId, first?.id ?? '')).answer).toBe('На Садовой');
  const { passages } = await knowledge.retrieve({ accountId, knowledgeBaseId, query: 'Где вы?', limit: 1 });
  expect(passages[0]?.text).toBe('На Садовой');
  // The same sheet once more: all of it is there.
  expect(await send(sheet)).toMatchObject({ added: 0, changed: 0, unchanged: 3, skipped: 5 });
});

it('further columns hold other ways to ask, one a line; those of the base are added to', async () => {
  const { send, held, knowledge, accountId, knowledgeBaseId, spreadsheets } = await openBase();
  const known = [{ question: 'Где вы?', answer: 'На Лесной', phrasings: ['Адрес'] }];
  const [first] = await knowledge.pairs.add({ accountId, knowledgeBaseId, pairs: known });
  const sheet = [
    'Вопрос|Другие формулировки|Ответ|Phrasings',
    'Сколько ждать?|Долго ли|Два часа|Сроки',
    'адрес|Как проехать|На Лесной|',
    'Где вы?||На Лесной|',
    `Много?|${Array.from({ length: 21 }, (_, at) => `раз${at}`).join('¶')}|Да|`,
  ].join('\n');
  const header = await spreadsheets.checkHeader({ accountId, file: new File([sheet], 'a.csv') });
  expect(header.found).toEqual({
    question: 'Вопрос',
    answer: 'Ответ',
    phrasings: ['Другие формулировки', 'Phrasings'],
  });
  expect(await send(sheet, true)).toMatchObject({
    rows: [
      { outcome: 'added', phrasings: ['Долго ли', 'Сроки'] },
      { outcome: 'changed', row: 3, formerAnswer: null, phrasingsAdded: ['Как проехать'] },
      { outcome: 'skipped', reason: 'repeated', repeats: { row: 3, isSameAnswer: true } },
      { outcome: 'skipped', reason: 'too_many_phrasings' },
    ],
  });
  await send(sheet);
  expect((await held()).count).toBe(2);
  expect((await knowledge.pairs.find(accountId, first?.id ?? '')).phrasings).toEqual(['Адрес', 'Как проехать']);
  expect((await send(sheet, true)).rows[1]).toMatchObject({ outcome: 'unchanged' });
});

it('risk: a question with another sign than in the base, or than above in the sheet, becomes a second pair', async () => {
  const { send, held, knowledge, accountId, knowledgeBaseId } = await openBase();
  const known = [
    { question: 'Сколько стоит доставка?', answer: '300 ₽' },
    { question: 'Где вы?', answer: 'На Лесной', phrasings: ['Ваш адрес — какой?'] },
  ];
  const [first] = await knowledge.pairs.add({ accountId, knowledgeBaseId, pairs: known });
  const sheet = [
    'Вопрос|Ответ',
    'сколько стоит доставка|500 ₽',
    'ваш адрес: какой|На Лесной',
    'Ещё есть лифт?|Да',
    '«Еще» есть лифт|Да',
    'Сколько стоит\u00a0доставка!|400 ₽',
  ].join('\n');
  const rows = [
    { outcome: 'changed', row: 2, answer: '500 ₽', formerAnswer: '300 ₽' },
    { outcome: 'unchanged', row: 3 },
    { outcome: 'added', row: 4 },
    { outcome: 'skipped', row: 5, reason: 'repeated', repeats: { row: 4, isSameAnswer: true } },
    { outcome: 'skipped', row: 6, reason: 'repeated', repeats: { row: 2, isSameAnswer: false } },
  ];
  expect((await send(sheet, true)).rows).toMatchObject(rows);
  await send(sheet);
  const pairs = ['Где вы? На Лесной', 'Ещё есть лифт? Да', 'Сколько стоит доставка? 500 ₽'];
  expect(await held()).toEqual({ count: 3, pairs });
  expect((await knowledge.pairs.find(accountId, first?.id ?? '')).answer).toBe('500 ₽');
  expect(await send(sheet)).toMatchObject({ added: 0, changed: 0, unchanged: 3, skipped: 2 });
});

it('risk: answers that differ far behind their beginning are shown as equal', async () => {
  const { send } = await openBase();
  const answer = (end: string) => `${'Доставим по городу. '.repeat(20)}${end}`;
  await send(`Вопрос|Ответ\nКак доставите?|${answer('Это стоит 300.')}`);
  const [row] = (await send(`Вопрос|Ответ\nКак доставите?|${answer('Это стоит 500.')}`, true)).rows;
  expect(row).toMatchObject({
    outcome: 'changed',
    answer: expect.stringMatching(/^….*стоит 500\.$/),
    formerAnswer: expect.stringMatching(/^….*стоит 300\.$/),
    phrasingsAdded: [],
  });
});

it('a thousand pairs with errors among them come in one go', async () => {
  const { send, held, knowledge, accountId } = await openBase();
  const lines = Array.from({ length: 1000 }, (_, at) =>
    at % 10 === 0 ? `Вопрос ${at}?|` : `Вопрос ${at}?|Ответ номер ${at}`,
  );
  expect(await send(['Вопрос|Ответ', ...lines].join('\n'))).toMatchObject({ added: 900, changed: 0, skipped: 100 });
  expect((await held()).count).toBe(900);
  const { used } = await knowledge.memory(accountId);
  const changed = lines.map((line) => (line.endsWith('|') ? line : `${line} и ещё`));
  expect(await send(['Вопрос|Ответ', ...changed].join('\n'))).toMatchObject({ added: 0, changed: 900 });
  expect((await knowledge.memory(accountId)).used).toBeGreaterThan(used);
});

it('risk: two imports at once add the same rows twice', async () => {
  const { send, held } = await openBase();
  const sheet = ['Вопрос|Ответ', ...Array.from({ length: 50 }, (_, at) => `Вопрос ${at}?|Да`)].join('\n');
  const results = await Promise.all([send(sheet), send(sheet), send(sheet)]);
  expect(results.map(({ added }) => added).sort((left, right) => left - right)).toEqual([0, 0, 50]);
  expect((await held()).count).toBe(50);
});

it('what would not fit in memory is refused whole', async () => {
  const { send, held } = await openBase(5000);
  const sheet = ['Вопрос|Ответ', ...Array.from({ length: 50 }, (_, at) => `Вопрос ${at}?|Ответ ${at}`)].join('\n');
  await expect(send(sheet)).rejects.toMatchObject({ code: 'knowledge.memory_limit' });
  expect((await held()).count).toBe(0);
});

it.each([
  ['Товар|Цена\nЧай|10', 'a.csv', 'knowledge.header_missing'],
  ['', 'a.csv', 'files.empty'],
  ['|\n|', 'a.csv', 'files.empty'],
  ['Вопрос|Ответ', 'a.xlsm', 'knowledge.sheet_type'],
  ['Вопрос|Ответ', 'locked.xlsx', 'knowledge.file_unreadable'],
  [`Вопрос|Ответ${'\nа|б'.repeat(limits.importRows + 1)}`, 'a.csv', 'knowledge.too_many_rows'],
])('a spreadsheet that is none with pairs is refused in words: %#', async (text, name, code) => {
  const { send } = await openBase();
  await expect(send(text, true, name)).rejects.toMatchObject({ code });
});

it('a link is read as a file is; what is no spreadsheet, or is not public, is refused in words', async () => {
  const { spreadsheets, accountId, knowledgeBaseId } = await openBase();
  const read = (url?: string) => spreadsheets.importPairs({ accountId, knowledgeBaseId, check: true, url });
  expect(await read(`${site}/pairs.csv`)).toMatchObject({ added: 1 });
  expect(await spreadsheets.checkHeader({ accountId, url: `${site}/pairs.csv` })).toMatchObject({ missing: [] });
  for (const [url, code] of [
    [undefined, 'knowledge.file_or_link'],
    ['', 'knowledge.file_or_link'],
    ['shop', 'knowledge.link_wrong'],
    [`${site}/page`, 'knowledge.link_no_sheet'],
    [`${site}/closed`, 'knowledge.page_closed'],
    [`${site}/missing`, 'knowledge.page_missing'],
    [`https://docs.google.com/spreadsheets/d/${'s'.repeat(30)}/edit`, 'knowledge.google_link'],
    ['https://docs.google.com/forms/d/e/x/viewform', 'knowledge.google_unsupported'],
  ] as const)
    await expect(read(url), url).rejects.toMatchObject({ code });
});
