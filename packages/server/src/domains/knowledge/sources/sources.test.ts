import { randomUUID } from 'node:crypto';
import { limits } from '@otvet/contract';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { ConfinedJobError } from '../../../platform/confined/index.ts';
import type { Queryable } from '../../../platform/database/queryable.ts';
import { waitUntil } from '../../../testing/wait-until.ts';
import { type OpenSources, openSite, openSources, readParagraphs } from '../testing/open-sources.ts';
import { getDocument } from './get-document.ts';
import { giveUpReading, readSource } from './read-source.ts';
import { CHARACTERS_AT_ONCE, swapPassages } from './swap-passages.ts';

let open: OpenSources;
let site: Awaited<ReturnType<typeof openSite>>;
beforeAll(async () => {
  open = await openSources();
  site = await openSite();
});
afterEach(() => {
  open.replaced.read = undefined;
  Object.assign(site.page, { status: 200, body: '', type: 'text/html', etag: '' });
});
afterAll(async () => {
  await site.close();
  await open.close();
});

const OWNER = 'owner' as const;
const DAY_MS = 86_400_000;
const ROUTES = '# Доставка\nКурьер приезжает за два часа.\n\n# Оплата\nКартой или наличными.';

it('a file is read in the background, searched by its headings and its hint, and opened at the place', async () => {
  const base = await open.openBase();
  const id = await base.upload(ROUTES, 'C:\\docs\\Условия.TXT', 'Условия магазина');
  expect(await base.ended(id)).toMatchObject({
    kind: 'file',
    name: 'Условия.txt',
    hint: 'Условия магазина',
    state: 'ready',
    reason: null,
    version: 1,
    passages: 2,
    title: 'Документ',
    language: 'ru',
    checkEvery: 'never',
    change: { added: 2, removed: 0 },
  });
  expect((await base.ask('Когда приедет курьер?'))[0]).toBe('Курьер приезжает за два часа.');
  const passages = await base.passages(id);
  expect(passages).toMatchObject([
    { trail: ['Доставка'], text: 'Курьер приезжает за два часа.', place: { page: 1 } },
    { trail: ['Оплата'], text: 'Картой или наличными.', place: { page: 2 } },
  ]);
  const first = { accountId: base.accountId, id, search: '', limit: 1, offset: 0 };
  const place = { ...first, passageId: passages[1]?.id };
  const opened = await open.sources.passages(place);
  expect(opened).toMatchObject({ offset: 1, count: 2, passages: [passages[1]] });
  expect(opened.fileUrl).toContain(`/files/${base.accountId}/`);
  // By its words and its headings, whatever their case.
  for (const search of ['НАЛИЧНЫМИ', 'оплата ', '%%', 'рублей'])
    expect((await open.sources.passages({ ...first, search })).passages).toEqual(
      search === '%%' || search === 'рублей' ? [] : [passages[1]],
    );
  const found = await open.sources.passage({ accountId: base.accountId, id: passages[1]?.id ?? '' });
  expect(found).toMatchObject({ source: { id, name: 'Условия.txt' }, passage: passages[1] });
  for (const gone of [
    { accountId: randomUUID(), id: passages[1]?.id ?? '' },
    { accountId: base.accountId, id },
  ])
    await expect(open.sources.passage(gone)).rejects.toMatchObject({ code: 'knowledge.passage_not_found' });
});

it('the same document twice is one source; what did not change keeps its passage, the former file goes', async () => {
  const base = await open.openBase();
  const id = await base.upload(ROUTES);
  const before = await base.ended(id);
  const [kept, replaced] = await base.passages(id);
  const { rows } = await open.pool.query('select file_id from knowledge_sources where id = $1', [id]);
  const changed = ROUTES.replace('Картой или наличными.', 'Только картой.');
  expect(await base.upload(changed, 'цены.TXT')).toBe(id);
  await waitUntil(async () => (await base.find(id))?.version === 2);
  expect(await base.find(id)).toMatchObject({ change: { added: 1, removed: 1 }, passages: 2, state: 'ready' });
  const now = await base.passages(id);
  expect(now[0]).toEqual(kept);
  expect(now[1]).toMatchObject({ text: 'Только картой.' });
  expect(now[1]?.id).not.toBe(replaced?.id);
  expect(await base.ask('Можно наличными?')).not.toContain('Картой или наличными.');
  expect(await open.files.read({ accountId: base.accountId, fileId: rows[0].file_id })).toBeUndefined();
  // The same bytes under another name are the same document too; a round without a change makes no version.
  expect(await base.upload(changed, 'Условия.txt')).toBe(id);
  expect(await base.ended(id)).toMatchObject({ name: 'цены.txt', version: 2, createdAt: before?.createdAt });
});

it('risk: ten megabytes of a document pass through the memory of the server, which answers meanwhile', async () => {
  const base = await open.openBase();
  const seen: unknown[] = [];
  open.replaced.read = async (input) => {
    seen.push(input.bytes);
    return await readParagraphs(input);
  };
  expect(await base.ended(await base.upload(ROUTES))).toMatchObject({ state: 'ready', passages: 2 });
  open.replaced.read = undefined;
  expect(seen).toEqual([{ path: expect.any(String) }]);
});

it('risk: an uploaded document of ten megabytes is held in memory while it is stored', async () => {
  const base = await open.openBase();
  const file = Object.assign(new File([ROUTES], 'Маршруты.txt'), {
    arrayBuffer: () => Promise.reject(new Error('All of it at once')),
  });
  const added = { accountId: base.accountId, knowledgeBaseId: base.knowledgeBaseId, hint: '', userId: 'Anna' };
  const { sources } = await open.sources.addFiles({ ...added, files: [file] });
  expect(await base.ended(sources[0]?.id ?? '')).toMatchObject({ state: 'ready', passages: 2 });
});

it('the last good version stays until the new one is whole, also when that one fails', async () => {
  const base = await open.openBase();
  const id = await base.upload(ROUTES);
  await base.ended(id);
  const { promise, resolve } = Promise.withResolvers<void>();
  open.replaced.read = async ({ onProgress }) => {
    onProgress(3, 8);
    await promise;
    return { kind: 'refused', reason: 'password' };
  };
  const told: string[] = [];
  open.sources.onChanged((source) => told.push(source.id));
  await base.upload('Новое', 'Цены.txt');
  await waitUntil(async () => (await base.find(id))?.progress.done === 3);
  // That it waits, that it is being read, and how far it is.
  await waitUntil(() => told.filter((one) => one === id).length >= 3);
  expect(await base.find(id)).toMatchObject({ state: 'reading', progress: { done: 3, total: 8 }, version: 1 });
  expect(await base.ask('Когда приедет курьер?')).toContain('Курьер приезжает за два часа.');
  resolve();
  expect(await base.ended(id)).toMatchObject({ state: 'failed', reason: 'password', version: 1, passages: 2 });
  expect(await base.ask('Когда приедет курьер?')).toContain('Курьер приезжает за два часа.');
});

it('what would not fit in the memory of the account is refused in words, and nothing is lost', async () => {
  const base = await open.openBase();
  const id = await base.upload(ROUTES);
  await base.ended(id);
  const { used } = await open.knowledge.memory(base.accountId);
  const setUnsearched = (count: number) =>
    open.pool.query('update knowledge_bases set unsearched = $2 where account_id = $1', [base.accountId, count]);
  // The memory is full: some of the knowledge is not searched.
  await setUnsearched(1);
  await base.upload(`${ROUTES}\n\n# Возврат\nДве недели.`);
  expect(await base.ended(id)).toMatchObject({ state: 'failed', reason: 'memory_limit', passages: 2 });
  expect((await open.knowledge.memory(base.accountId)).used).toBe(used);
  await setUnsearched(0);
  await open.sources.readAgain({ accountId: base.accountId, id, role: OWNER });
  await waitUntil(async () => (await base.find(id))?.version === 2);
  expect(await base.find(id)).toMatchObject({ state: 'ready', passages: 3 });
});

it('a source that is removed while it is read ends quietly and leaves nothing', async () => {
  const base = await open.openBase();
  const first = await base.upload(ROUTES, 'first.txt');
  await base.ended(first);
  const begun = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  open.replaced.read = async (input) => {
    begun.resolve();
    await go.promise;
    return await readParagraphs(input);
  };
  const id = await base.upload('Долгий документ', 'second.txt');
  await begun.promise;
  const { accountId } = base;
  for (const gone of [id, first]) await open.sources.remove({ accountId, id: gone, role: OWNER });
  go.resolve();
  open.replaced.read = undefined;
  // The worker of this account is free again.
  const last = await base.upload('Последний', 'third.txt');
  await base.ended(last);
  await open.sources.remove({ accountId, id: last, role: OWNER });
  const counts = await open.pool.query(
    `select (select count(*)::int from passages where account_id = $1) as passages,
       (select count(*)::int from knowledge_sources where account_id = $1) as sources,
       (select count(*)::int from files where account_id = $1) as files,
       (select memory::int from knowledge_bases where account_id = $1) as memory`,
    [accountId],
  );
  expect(counts.rows).toEqual([{ passages: 0, sources: 0, files: 0, memory: 0 }]);
  expect(await base.ask('Когда приедет курьер?')).toEqual([]);
});

const reading = () => ({
  ...open.deps,
  pictureDays: { check: async () => 0, take: async () => 0 },
  tell: () => undefined,
  getDocument: (source: never) => getDocument(open.deps, source),
});
const signal = () => ({ signal: new AbortController().signal });

it('risk: a worker that dies leaves a source half read, and the next one does not take it up', async () => {
  const base = await open.openBase();
  open.replaced.read = async () => {
    throw new ConfinedJobError('failed', 'broken');
  };
  const id = await base.upload(ROUTES);
  expect(await base.ended(id)).toMatchObject({ state: 'failed', reason: 'damaged' });
  open.replaced.read = undefined;
  // As the dead worker left it, with the job given to another one.
  await open.pool.query("update knowledge_sources set state = 'reading', reason = null where id = $1", [id]);
  const job = { accountId: base.accountId, sourceId: id, round: 1 };
  await readSource(reading(), job, signal());
  expect(await base.find(id)).toMatchObject({ state: 'ready', version: 1, passages: 2 });
  // Once more, after it has ended.
  await readSource(reading(), job, signal());
  expect(await base.find(id)).toMatchObject({ version: 1, passages: 2 });
  await giveUpReading(reading(), job);
  expect(await base.find(id)).toMatchObject({ state: 'ready' });
});

it('risk: an older reading that ends late takes the place of a newer one', async () => {
  const base = await open.openBase();
  const id = await base.upload('Первая версия');
  await base.ended(id);
  const job = { accountId: base.accountId, sourceId: id, round: 2 };
  await open.pool.query("update knowledge_sources set round = 2, state = 'waiting' where id = $1", [id]);
  const late = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  open.replaced.read = async (input) => {
    begun.resolve();
    await late.promise;
    return await readParagraphs({ ...input, bytes: Buffer.from('Старое') });
  };
  const older = readSource(reading(), job, signal());
  await begun.promise;
  open.replaced.read = undefined;
  await base.upload('Новое');
  await waitUntil(async () => (await base.find(id))?.version === 2);
  late.resolve();
  await older;
  expect((await base.passages(id)).map(({ text }) => text)).toEqual(['Новое']);
});

it('a page is read, looked at again on its schedule by its ETag, and what changed is noted', async () => {
  const base = await open.openBase();
  Object.assign(site.page, { body: ROUTES, etag: '"one"' });
  const added = await open.sources.addPage({ ...base, hint: '', url: `${site.url}/delivery?a=1#part` });
  expect(await base.ended(added.id)).toMatchObject({
    kind: 'page',
    link: `${site.url}/delivery?a=1`,
    name: 'Документ',
    checkEvery: 'day',
    version: 1,
  });
  expect(site.seen.at(-1)).toEqual({ path: '/delivery?a=1', ifNoneMatch: undefined });
  expect(await open.sources.checkDue()).toBe(0);

  open.clock.advance(86_400_001);
  expect(await open.sources.checkDue()).toBe(1);
  const checked = await base.ended(added.id);
  expect(site.seen.at(-1)).toEqual({ path: '/delivery?a=1', ifNoneMatch: '"one"' });
  expect(checked).toMatchObject({ state: 'ready', version: 1, checkedAt: open.clock.now().toISOString() });

  Object.assign(site.page, { body: ROUTES.replace('два часа', 'час'), etag: '"two"' });
  open.clock.advance(86_400_001);
  await open.sources.checkDue();
  await waitUntil(async () => (await base.find(added.id))?.version === 2);
  expect(await base.find(added.id)).toMatchObject({ change: { added: 1, removed: 1 }, passages: 2 });
  expect(await base.ask('Когда приедет курьер?')).toContain('Курьер приезжает за час.');

  Object.assign(site.page, { status: 404, etag: '' });
  open.clock.advance(86_400_001);
  await open.sources.checkDue();
  await waitUntil(async () => (await base.find(added.id))?.state === 'failed');
  const gone = await base.find(added.id);
  expect(gone).toMatchObject({ reason: 'page_missing', passages: 2, version: 2 });
  // One that is back tomorrow is read tomorrow.
  expect(gone?.nextTryAt).toBe(new Date(open.clock.now().getTime() + 86_400_000).toISOString());
  expect(await open.sources.addPage({ ...base, hint: '', url: `${site.url}/delivery?a=1` })).toMatchObject({
    id: added.id,
  });
});

it('a page that is given again with another hint is read anew though it did not change, and keeps its name', async () => {
  const base = await open.openBase();
  Object.assign(site.page, { body: ROUTES, etag: '"one"' });
  const give = async (hint: string) => {
    const { id } = await open.sources.addPage({ ...base, hint, url: `${site.url}/hint` });
    return { source: await base.ended(id), seen: site.seen.at(-1)?.ifNoneMatch };
  };
  await give('');
  open.clock.advance(60_000);
  const named = { name: 'Документ', hint: 'Цветочный', version: 2 };
  expect(await give('Цветочный')).toMatchObject({ source: named, seen: undefined });
  for (const hint of ['Цветочный', '']) {
    open.clock.advance(60_000);
    expect(await give(hint)).toMatchObject({ source: named, seen: '"one"' });
  }
});

it('a fault that may pass is tried again later each time, and given up in the end; a person may ask at once', async () => {
  const base = await open.openBase();
  Object.assign(site.page, { status: 500 });
  const { id } = await open.sources.addPage({ ...base, hint: '', url: `${site.url}/broken` });
  const tried = (attempts: number) =>
    waitUntil(async () => (await base.find(id))?.attempts === attempts && (await base.find(id))?.state !== 'reading');
  const pauses: number[] = [];
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    await tried(attempt);
    const found = await base.find(id);
    expect(found).toMatchObject({ state: 'waiting', reason: 'site_error' });
    pauses.push(Date.parse(found?.nextTryAt ?? '') - open.clock.now().getTime());
    open.clock.advance(pauses.at(-1) ?? 0);
    expect(await open.sources.checkDue()).toBeGreaterThan(0);
  }
  expect(pauses).toEqual([30_000, 120_000, 600_000, 3_600_000, 21_600_000]);
  await tried(6);
  expect(await base.find(id)).toMatchObject({ state: 'failed', reason: 'site_error' });
  Object.assign(site.page, { status: 200, body: ROUTES });
  open.clock.advance(60_000);
  await open.sources.readAgain({ accountId: base.accountId, id, role: OWNER });
  await waitUntil(async () => (await base.find(id))?.state === 'ready');
});

it.each([
  [401, 'text/html', 'page_closed'],
  [410, 'text/html', 'page_missing'],
  [200, 'image/svg+xml', 'wrong_type'],
  [200, 'application/octet-stream', 'wrong_type'],
])('a page that answers %i as %s: %s', async (status, type, reason) => {
  const base = await open.openBase();
  Object.assign(site.page, { status, type, body: ROUTES });
  const { id } = await open.sources.addPage({ ...base, hint: '', url: site.url });
  expect(await base.ended(id)).toMatchObject({ state: 'failed', reason });
});

it('a Google document is read by its link, keeps its name, and is the same one however it is pasted', async () => {
  const base = await open.openBase();
  const number = 'g'.repeat(30);
  open.google.publish({ id: number, title: 'Условия доставки', formats: { docx: ROUTES } });
  const link = `https://docs.google.com/document/d/${number}/edit`;
  const { id } = await open.sources.addGoogleLink({ ...base, hint: '', url: `${link}?usp=sharing` });
  expect(await base.ended(id)).toMatchObject({
    kind: 'google_document',
    name: 'Условия доставки',
    link,
    checkEvery: 'day',
    passages: 2,
  });
  open.google.publish({ id: number, state: 'private', formats: {} });
  const now = open.clock.now().getTime();
  // Asked for or given again within a minute it waits for the rest of it.
  const waits = { id, state: 'waiting', nextTryAt: new Date(now + 60_000).toISOString() };
  expect(await open.sources.addPage({ ...base, hint: '', url: link })).toMatchObject(waits);
  expect(await open.sources.readAgain({ accountId: base.accountId, id, role: OWNER })).toMatchObject(waits);
  open.clock.advance(60_000);
  await open.sources.checkDue();
  expect(await base.ended(id)).toMatchObject({ state: 'failed', reason: 'google_permission', passages: 2 });
  for (const [url, code] of [
    ['https://docs.google.com/forms/d/e/x/viewform', 'knowledge.google_unsupported'],
    ['https://shop.example/', 'knowledge.google_link'],
  ] as const)
    await expect(open.sources.addGoogleLink({ ...base, hint: '', url })).rejects.toMatchObject({ code });
});

it('risk: a document that was read well is called too large on a bad day of its host', async () => {
  const base = await open.openBase();
  const id = 'b'.repeat(30);
  open.google.publish({ id, formats: { docx: ROUTES } });
  const added = await open.sources.addGoogleLink({
    ...{ ...base, hint: '', url: `https://docs.google.com/document/d/${id}/edit` },
  });
  await base.ended(added.id);
  open.google.publish({ id, state: 'broken', formats: {} });
  for (const [attempts, pauseMs] of [DAY_MS, 30_000, 120_000].entries()) {
    open.clock.advance(pauseMs);
    await open.sources.checkDue();
    await waitUntil(async () => (await base.find(added.id))?.attempts === attempts + 1);
    await waitUntil(async () => (await base.find(added.id))?.state !== 'reading');
  }
  expect(await base.find(added.id)).toMatchObject({ state: 'waiting', reason: 'site_error', passages: 2 });
});

it('a document behind an address is read as what it is', async () => {
  const base = await open.openBase();
  const names: string[] = [];
  open.replaced.read = async (input) => {
    names.push(`${input.name} ${input.charset ?? ''}`);
    return await readParagraphs(input);
  };
  for (const [type, path] of [
    ['application/pdf', '/a'],
    ['application/octet-stream', '/Price%20list.XLSX'],
    ['text/html; Charset="Windows-1251"', '/c'],
  ]) {
    Object.assign(site.page, { type, body: ROUTES });
    const { id } = await open.sources.addPage({ ...base, hint: '', url: `${site.url}${path}` });
    await base.ended(id);
  }
  expect(names).toEqual(['page.pdf ', 'page.xlsx ', 'page.html windows-1251']);
});

it.each(['', 'ftp://shop.example', 'https://user:pass@shop.example', 'shop', 'javascript:alert(1)', 'https://'])(
  'a link that is none of a page is refused: %s',
  async (url) => {
    const base = await open.openBase();
    await expect(open.sources.addPage({ ...base, hint: '', url })).rejects.toMatchObject({
      code: 'knowledge.link_wrong',
    });
  },
);

it('of many files none is stored when one cannot be read; names lead nowhere', async () => {
  const base = await open.openBase();
  const add = (...names: string[]) =>
    open.sources.addFiles({
      ...base,
      hint: '',
      userId: 'Anna',
      files: names.map((name) => new File([`Текст ${name}`], name)),
    });
  for (const name of ['a.exe', 'a.xlsm', 'a.svg', 'a', 'a.pdf.js'])
    await expect(add('good.txt', name)).rejects.toMatchObject({ code: 'knowledge.source_type' });
  expect((await open.sources.page({ ...base, limit: 10, offset: 0 })).count).toBe(0);
  const { sources: added } = await add('../../../etc/passwd.txt', `${'д'.repeat(300)}.txt`, 'a\u202Etxt.pdf', '.txt');
  expect(added.map(({ name }) => name)).toEqual(['passwd.txt', `${'д'.repeat(150)}.txt`, 'atxt.pdf', 'file.txt']);
});

it.each([
  ['\u202Eтекст\u202C', 'текст'],
  [' Цены\u200B\nна\u2066\tмойку\u0007 ', 'Цены на мойку'],
  ['\u200E\uFEFF', ''],
  ['👩\u200D💻', '👩\u200D💻'],
])('risk: a hint beside a file turns the text around it, or hides signs: %j', async (hint, kept) => {
  const base = await open.openBase();
  const { sources: added } = await open.sources.addFiles({
    ...{ ...base, hint, userId: 'Anna' },
    files: [new File(['Текст'], 'a.txt')],
  });
  expect(added.map((source) => source.hint)).toEqual([kept]);
  const page = await open.sources.addPage({ ...base, hint, url: 'https://shop.example/' });
  expect(page.hint).toBe(kept);
});

it('a base holds so many sources and no more', async () => {
  const base = await open.openBase();
  await open.pool.query(
    `insert into knowledge_sources (account_id, knowledge_base_id, id, kind, name, identity, state, created_at, updated_at)
     select $1, $2, gen_random_uuid(), 'page', n, n, 'ready', now(), now() from generate_series(1, $3) as n`,
    [base.accountId, base.knowledgeBaseId, limits.sourcesPerBase],
  );
  await expect(base.upload('Ещё один')).rejects.toMatchObject({ code: 'knowledge.source_limit' });
  await open.pool.query("delete from knowledge_sources where account_id = $1 and name = '1'", [base.accountId]);
  // Of several what fits is taken, and the others are named.
  const files = ['a.txt', '../b.txt', 'c.txt'].map((name) => new File([name], name));
  expect(await open.sources.addFiles({ ...base, hint: '', userId: 'Anna', files })).toMatchObject({
    sources: [{ name: 'a.txt' }],
    refused: [
      { name: 'b.txt', code: 'knowledge.source_limit' },
      { name: 'c.txt', code: 'knowledge.source_limit' },
    ],
  });
});

it('a picture is refused at once while nothing reads it, and pages that were not read are named', async () => {
  const base = await open.openBase();
  await expect(base.upload('x', 'Прайс.JPG')).rejects.toMatchObject({ code: 'knowledge.pictures_not_read' });
  expect(await open.sources.page({ ...base, limit: 1, offset: 0 })).toMatchObject({ readsPictures: false });
  open.replaced.read = async (input) => {
    const read = await readParagraphs(input);
    return read.kind === 'read' ? { ...read, document: { ...read.document, unreadPages: [2, 5] } } : read;
  };
  const id = await base.upload(ROUTES);
  expect(await base.ended(id)).toMatchObject({ unreadPages: [2, 5] });
  open.replaced.read = undefined;
  await base.upload(`${ROUTES}!`);
  await waitUntil(async () => (await base.find(id))?.version === 2);
  expect(await base.find(id)).toMatchObject({ unreadPages: [] });
});

it('risk: two accounts with many files keep all others waiting until the last of them is read', async () => {
  const [first, second, third] = [await open.openBase(), await open.openBase(), await open.openBase()];
  const order: string[] = [];
  const held: (() => void)[] = [];
  open.replaced.read = async (input) => {
    order.push(input.accountId);
    await new Promise<void>((resolve) => held.push(resolve));
    return await readParagraphs(input);
  };
  for (const base of [first, second]) for (const name of ['1.txt', '2.txt', '3.txt']) await base.upload(name, name);
  await waitUntil(() => held.length === 2);
  const id = await third.upload('Короткий', 'short.txt');
  held.shift()?.();
  await waitUntil(() => order.length === 3);
  expect(order[2]).toBe(third.accountId);
  open.replaced.read = undefined;
  for (const go of held) go();
  await third.ended(id);
});

it('risk: a document that does not fit in the memory is written before it is refused', async () => {
  const base = await open.openBase();
  const id = await base.upload(ROUTES);
  await base.ended(id);
  const statements: string[] = [];
  const tx: Queryable = {
    query: (text: string, values?: unknown[]) => {
      statements.push(text);
      return open.pool.query(text, values);
    },
  };
  const piece = { question: 'Возврат', body: 'Две недели', trail: [], place: {}, memory: 1000 };
  const place = { accountId: base.accountId, knowledgeBaseId: base.knowledgeBaseId, sourceId: id };
  const requireRoom = (bytes: number) => {
    throw new Error(`no room for ${bytes > 0 ? 'more' : 'less'}`);
  };
  const swap = { ...place, kind: 'file' as const, pieces: Array(9).fill(piece), requireRoom, now: new Date() };
  await expect(swapPassages(tx, randomUUID, swap)).rejects.toThrow('no room for more');
  expect(statements).toHaveLength(1);
});

it('risk: the passages of a book are written down in one go, and nobody is answered meanwhile', async () => {
  const base = await open.openBase();
  const id = await base.upload(ROUTES);
  await base.ended(id);
  const written: number[] = [];
  const times: { begin: number; end: number }[] = [];
  const tx: Queryable = {
    query: async (text: string, values: unknown[] = []) => {
      const texts = values.filter((value) => typeof value === 'string');
      const length = Math.max(0, ...texts.map((one) => one.length));
      written.push(length);
      const begin = performance.now();
      const result = await open.pool.query(text, values);
      if (length > CHARACTERS_AT_ONCE / 2) times.push({ begin, end: performance.now() });
      return result;
    },
  };
  const pieces = Array.from({ length: 300 }, (_, at) => {
    const body = `${at} ${'Доставка по городу. '.repeat(100)}`;
    return { question: 'Условия', body, trail: ['Условия'], place: { page: at + 1 }, memory: 1 };
  });
  const place = { accountId: base.accountId, knowledgeBaseId: base.knowledgeBaseId, sourceId: id };
  const swap = { ...place, kind: 'file' as const, requireRoom: () => undefined, now: new Date() };
  const stored = async () => (await base.passages(id)).map(({ text }) => text);
  expect(await swapPassages(tx, randomUUID, { ...swap, pieces })).toMatchObject({ added: 300, removed: 2 });
  // The database has as much time for everybody else.
  const took = times.slice(0, -1).reduce((sum, { begin, end }) => sum + end - begin, 0);
  const rested = times.slice(1).reduce((sum, { begin }, at) => sum + begin - (times[at]?.end ?? begin), 0);
  expect(times.length).toBeGreaterThan(10);
  expect(rested).toBeGreaterThan(0.7 * took);
  expect(await stored()).toEqual(pieces.slice(0, 100).map(({ body }) => body));
  // What the same pieces take at other places is less: ids and numbers.
  const turned = pieces.toReversed();
  expect(await swapPassages(tx, randomUUID, { ...swap, pieces: turned })).toMatchObject({ added: 0, removed: 0 });
  expect(await stored()).toEqual(turned.slice(0, 100).map(({ body }) => body));
  expect(Math.max(...written)).toBeLessThan(1.5 * CHARACTERS_AT_ONCE);
});

it('a file has no schedule; a role without the permission manages nothing; other accounts see nothing', async () => {
  const base = await open.openBase();
  const id = await base.upload(ROUTES);
  await base.ended(id);
  const key = { accountId: base.accountId, id };
  await expect(open.sources.setCheck({ ...key, role: OWNER, checkEvery: 'day' })).rejects.toMatchObject({
    code: 'request.invalid',
  });
  for (const role of ['manager_all', 'manager_read_and_write'] as const)
    await expect(open.sources.remove({ ...key, role })).rejects.toMatchObject({ code: 'auth.forbidden' });
  const alien = { accountId: randomUUID(), id };
  await expect(open.sources.remove({ ...alien, role: OWNER })).rejects.toMatchObject({
    code: 'knowledge.source_not_found',
  });
  await expect(open.sources.passages({ ...alien, search: '', limit: 1, offset: 0 })).rejects.toMatchObject({
    code: 'knowledge.source_not_found',
  });
});

it('a base that is deleted takes its sources and their files with it', async () => {
  const base = await open.openBase();
  await base.ended(await base.upload(ROUTES));
  await open.knowledge.bases.remove(base.accountId, base.knowledgeBaseId);
  const { rows } = await open.pool.query(
    `select (select count(*)::int from knowledge_sources where account_id = $1) as sources,
       (select count(*)::int from files where account_id = $1) as files`,
    [base.accountId],
  );
  expect(rows).toEqual([{ sources: 0, files: 0 }]);
});
