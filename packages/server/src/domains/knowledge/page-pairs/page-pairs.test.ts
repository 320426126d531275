import { randomUUID } from 'node:crypto';
import { limits } from '@otvet/contract';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createConfined } from '../../../platform/confined/index.ts';
import { createLog } from '../../../platform/log/logger.ts';
import { createOutboundFetch, type OutboundFetch } from '../../../platform/outbound/index.ts';
import { systemClock } from '../../../platform/time/clock.ts';
import { startTestDatabase, type TestDatabase } from '../../../testing/start-test-database.ts';
import { createTestClock } from '../../../testing/test-clock.ts';
import { waitUntil } from '../../../testing/wait-until.ts';
import { createKnowledge } from '../index.ts';
import { documentProcess } from '../reading/index.ts';
import { noChannels } from '../testing/no-channels.ts';
import { openSite } from '../testing/open-sources.ts';
import { createPagePairs } from './create-page-pairs.ts';
import { createReadPagePairs } from './create-read-page-pairs.ts';

let database: TestDatabase;
let site: Awaited<ReturnType<typeof openSite>>;
const log = createLog({ level: 'silent' });
const confined = createConfined({ clock: systemClock, log, ...documentProcess });
beforeAll(async () => {
  database = await startTestDatabase({ kind: 'server' });
  site = await openSite();
});
afterEach(() => Object.assign(site.page, { status: 200, body: '', type: 'text/html; charset=utf-8', etag: '' }));
afterAll(async () => {
  await site.close();
  await confined.close();
  await database.close();
});

async function openBase(maxAccountBytes: number = limits.knowledgeMemoryBytes) {
  const { pool } = database;
  const all = { pool, clock: createTestClock(), newId: randomUUID, log, channels: noChannels, maxAccountBytes };
  const knowledge = createKnowledge(all);
  const changed: string[] = [];
  const deps: Parameters<typeof createPagePairs>[0] = {
    ...all,
    fetchLink: createOutboundFetch({ isPrivateAddressAllowed: true }),
    readPagePairs: createReadPagePairs(confined),
    changed: (accountId, id) => {
      changed.push(id);
      knowledge.noteChanged(accountId, id);
    },
  };
  const pagePairs = createPagePairs(deps);
  const accountId = randomUUID();
  const { id: knowledgeBaseId } = await knowledge.bases.create({ accountId, name: 'База' });
  const base = { accountId, knowledgeBaseId };
  return {
    ...base,
    deps,
    changed,
    knowledge,
    propose: (url = site.url) => pagePairs.propose({ ...base, url }),
    take: (...pairs: [string, string][]) =>
      pagePairs.take({ ...base, pairs: pairs.map(([question, answer]) => ({ question, answer })) }),
    teach: (question: string, answer: string) => knowledge.pairs.add({ ...base, pairs: [{ question, answer }] }),
    async held() {
      const { pairs } = await knowledge.pairs.page({ ...base, limit: 100, offset: 0, search: '' });
      return pairs.map(({ question, answer }) => `${question} ${answer}`).sort();
    },
  };
}

const faq = (...pairs: [string, string][]) =>
  `<title>Вопросы</title><main>${pairs.map(([question, answer]) => `<h2>${question}</h2><p>${answer}</p>`).join('')}</main>`;

it('a page is proposed against what the base holds, texts whole, and nothing changes', async () => {
  const base = await openBase();
  await base.teach('Как оплатить?', 'Картой.');
  await base.teach('Где вы?', 'В Твери.');
  const long = `Доставим ${'в любой город '.repeat(60)}.`;
  site.page.body = faq(
    ['Как оплатить?', 'Картой.'],
    ['где вы?', 'В Москве.'],
    ['Куда доставите?', long],
    ['Когда?', ''],
    ['Кто?', 'x'.repeat(limits.answerText + 1)],
  );
  const { title, isCut, pairs } = await base.propose();
  expect({ title, isCut }).toEqual({ title: 'Вопросы', isCut: false });
  expect(pairs.map(({ pair }) => pair)).toMatchObject([
    { row: 1, outcome: 'unchanged', question: 'Как оплатить?' },
    { row: 2, outcome: 'changed', answer: 'В Москве.', formerAnswer: 'В Твери.' },
    { row: 3, outcome: 'added', answer: long.trim() },
    { row: 4, outcome: 'skipped', reason: 'answer_empty' },
    { row: 5, outcome: 'skipped', reason: 'answer_long' },
  ]);
  expect(await base.held()).toEqual(['Где вы? В Твери.', 'Как оплатить? Картой.']);
  expect(base.changed).toEqual([]);
});

it('what was chosen is taken as it was left: new, changed, already there, left out', async () => {
  const base = await openBase();
  await base.teach('Где вы?', 'В Твери.');
  await base.teach('Как оплатить?', 'Картой.');
  const result = await base.take(
    ['где вы?', 'В Москве.'],
    ['Куда доставите?', 'В любой город.'],
    ['КУДА ДОСТАВИТЕ?', 'Никуда.'],
    ['Как оплатить?', 'Картой.'],
    ['Пусто?', ' '],
  );
  expect(result).toMatchObject({ added: 1, changed: 1, unchanged: 1, skipped: 2 });
  expect(result.rows).toMatchObject([
    { row: 3, reason: 'repeated' },
    { row: 4, outcome: 'unchanged' },
    { row: 5, reason: 'answer_empty' },
  ]);
  expect(await base.held()).toEqual(['Где вы? В Москве.', 'Как оплатить? Картой.', 'Куда доставите? В любой город.']);
  expect(base.changed).toEqual([base.knowledgeBaseId]);
});

it('risk: two slow sites keep the pages of all others from being read', async () => {
  const bases = await Promise.all([openBase(), openBase(), openBase()]);
  const [first] = bases;
  if (first === undefined) throw new Error('there is no base');
  const held: (() => void)[] = [];
  const slow: OutboundFetch = async (url, request) => {
    if (url.endsWith('/slow')) await new Promise<void>((resolve) => held.push(resolve));
    return await first.deps.fetchLink(url.replace('/slow', ''), request);
  };
  const pagePairs = createPagePairs({ ...first.deps, fetchLink: slow });
  const propose = ({ accountId, knowledgeBaseId }: (typeof bases)[number], url: string) =>
    pagePairs.propose({ accountId, knowledgeBaseId, url });
  site.page.body = faq(['Где вы?', 'В Твери.'], ['Когда вы открыты?', 'Каждый день.']);
  const waiting = bases.slice(0, 2).map((base) => propose(base, `${site.url}/slow`));
  await waitUntil(() => held.length === 2);
  const [, , quick] = bases;
  expect(quick && (await propose(quick, `${site.url}/`)).pairs).toHaveLength(2);
  for (const release of held) release();
  expect(await Promise.all(waiting)).toHaveLength(2);
});

it('risk: two presses at once add every answer twice', async () => {
  const base = await openBase();
  const results = await Promise.all([1, 2, 3].map(() => base.take(['Как?', 'Так.'], ['Где?', 'Тут.'])));
  expect(results.reduce((sum, { added }) => sum + added, 0)).toBe(2);
  expect(results.reduce((sum, { unchanged }) => sum + unchanged, 0)).toBe(4);
  expect(await base.held()).toEqual(['Где? Тут.', 'Как? Так.']);
});

it('risk: half of a page is taken where the memory is full', async () => {
  const base = await openBase(20_000);
  const pairs = Array.from({ length: 60 }, (_, at): [string, string] => [`Вопрос ${at}?`, `Ответ ${at}. `.repeat(50)]);
  await expect(base.take(...pairs)).rejects.toMatchObject({ code: 'knowledge.memory_limit' });
  expect(await base.held()).toEqual([]);
});

it('says when a page has more than is proposed at once', async () => {
  const base = await openBase();
  site.page.body = faq(
    ...Array.from({ length: limits.proposedPairs + 5 }, (_, at): [string, string] => [`Как ${at}?`, 'Так.']),
  );
  const { pairs, isCut } = await base.propose();
  expect([pairs.length, isCut]).toEqual([limits.proposedPairs, true]);
});

it('whatever is wrong with a link is said in words', async () => {
  const base = await openBase();
  const code = async (url?: string) =>
    await base.propose(url).then(
      () => 'none',
      ({ code: found }) => found,
    );
  expect(await code('не ссылка')).toBe('knowledge.link_wrong');
  expect(await code('https://docs.google.com/document/d/1a2B3c4D5e6F7g8H9i0JkLmNoPqRsTuV/edit')).toBe(
    'knowledge.link_no_page',
  );
  for (const [status, expected] of [
    [404, 'knowledge.page_missing'],
    [403, 'knowledge.page_closed'],
    [503, 'knowledge.link_unreachable'],
  ] as const) {
    Object.assign(site.page, { status, body: 'x' });
    expect(await code()).toBe(expected);
  }
  Object.assign(site.page, { status: 200, type: 'text/csv' });
  expect(await code()).toBe('knowledge.link_no_page');
  Object.assign(site.page, { type: 'text/html', body: '<p>'.repeat(200_001) });
  expect(await code()).toBe('knowledge.page_too_large');
  site.page.body = '<h1>Каталог</h1><p>Диваны.</p>';
  expect((await base.propose()).pairs).toEqual([]);
});
