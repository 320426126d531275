import type { Role } from '@otvet/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aroundStatements } from '../../../../testing/around-statements.ts';
import { createFindings } from '../../findings/create-findings.ts';
import { type OpenSources, openSite, openSources, readParagraphs } from '../../testing/open-sources.ts';
import type { Told } from '../deps.ts';

let open: OpenSources;
let site: Awaited<ReturnType<typeof openSite>>;
beforeAll(async () => {
  open = await openSources();
  site = await openSite();
  open.replaced.read = async (input) => {
    const result = await readParagraphs(input);
    if (result.kind === 'refused') return result;
    const isConversation = result.passages.some(({ text }) => text.includes('Гульнара'));
    return { ...result, document: { ...result.document, isConversation } };
  };
});
afterAll(async () => {
  await site.close();
  await open.close();
});

const TALK = 'Гульнара спросила про доставку по городу. Доставка по городу стоит 300 рублей.';
const OTHER_TALK = 'Гульнара спросила про самовывоз со склада. Самовывоз со склада бесплатно.';
const DELIVERY = 'Сколько стоит доставка по городу?';

async function openTaught() {
  const base = await open.openBase();
  const place = { accountId: base.accountId, knowledgeBaseId: base.knowledgeBaseId };
  const { pool, clock, newId, log, channels, changed } = open.deps;
  const decided = (source: Told) => changed(source.accountId, source.knowledgeBaseId);
  const doors = { decided, noteChanged: () => undefined, answersFrom: async () => [] };
  const findings = createFindings({ ...{ pool, clock, newId, log, channels }, ...doors });
  const list = async (sourceId?: string) =>
    (await findings.check({ ...place, sourceId })).findings.filter(({ kind }) => kind === 'conversation');
  const kinds = async () => (await findings.check(place)).findings.map(({ kind }) => kind).sort();
  return {
    ...{ ...base, place, list, kinds },
    async teach(text: string, name = 'Переписка.txt') {
      const id = await base.upload(text, name);
      await base.ended(id);
      return id;
    },
    mark: (id: string, state: 'open' | 'ignored', role: Role = 'owner') =>
      findings.mark({ accountId: base.accountId, role, id, state }),
    async decide(state: 'open' | 'ignored') {
      const [found] = await list();
      await findings.mark({ accountId: base.accountId, role: 'owner', id: found?.id ?? '', state });
    },
    isHeld: async (id: string) => (await base.find(id))?.isHeld,
  };
}

it('risk: what customers wrote is told to others before the owner has looked at it', async () => {
  const base = await openTaught();
  const id = await base.teach(TALK);
  expect([await base.ask(DELIVERY), await base.isHeld(id)]).toEqual([[], true]);
  expect(await base.list()).toMatchObject([
    { subject: 'Переписка.txt', sourceId: id, state: 'open', passages: [{ text: TALK, sourceName: 'Переписка.txt' }] },
  ]);
  await base.decide('ignored');
  expect([await base.ask(DELIVERY), await base.isHeld(id)]).toEqual([[TALK], false]);
  await base.decide('open');
  expect([await base.ask(DELIVERY), await base.isHeld(id)]).toEqual([[], true]);
});

it('risk: a base that holds all that it was taught is counted among those that answer', async () => {
  const base = await openTaught();
  await base.teach(TALK);
  const known = async () => (await open.knowledge.bases.find(base.accountId, base.knowledgeBaseId)).knownSources;
  expect(await known()).toBe(0);
  await base.decide('ignored');
  expect(await known()).toBe(1);
});

it('risk: many conversations leave no way to one of them, and hide what is found besides', async () => {
  const base = await openTaught();
  await base.teach('Доставка по городу стоит 350 рублей.', 'Цены.txt');
  await base.teach('Доставка по городу стоит 300 рублей.', 'Старые цены.txt');
  const ids: string[] = [];
  for (let at = 0; at < 101; at += 1) ids.push(await base.teach(`${TALK} Заказ ${at}.`, `Переписка ${at}.txt`));
  const listed = new Set((await base.list()).map(({ sourceId }) => sourceId));
  const [left = ''] = ids.filter((id) => !listed.has(id));
  expect([listed.size, await base.list(left)]).toMatchObject([100, [{ sourceId: left }]]);
  expect(await base.kinds()).toContain('price');
});

it('risk: a text that was allowed once, and then replaced, is told again without being asked about', async () => {
  const base = await openTaught();
  const id = await base.teach(TALK);
  await base.decide('ignored');
  await base.teach(OTHER_TALK);
  await base.decide('ignored');
  await base.teach(TALK);
  expect([await base.isHeld(id), (await base.list())[0]?.state]).toEqual([true, 'open']);
});

it('risk: a text that is held stands in the way of an answer that is told', async () => {
  const base = await openTaught();
  await base.teach('Доставка по городу стоит 350 рублей.', 'Цены.txt');
  await base.teach(`${DELIVERY} ${TALK}`);
  expect(await base.ask(DELIVERY)).toEqual(['Доставка по городу стоит 350 рублей.']);
});

it('risk: a file of the same name with other words is told because the one before was allowed', async () => {
  const base = await openTaught();
  const id = await base.teach(TALK);
  await base.decide('ignored');
  await open.sources.readAgain({ accountId: base.accountId, id, role: 'owner' });
  await base.ended(id);
  expect(await base.ask(DELIVERY)).toEqual([TALK]);
  expect(await base.teach(`${TALK}\n\n${OTHER_TALK}`)).toBe(id);
  expect([await base.ask(DELIVERY), await base.isHeld(id)]).toEqual([[], true]);
  expect(await base.list()).toMatchObject([{ state: 'open' }]);
  await base.teach(TALK);
  expect([await base.ask(DELIVERY), await base.isHeld(id)]).toEqual([[TALK], false]);
  expect(await base.list()).toMatchObject([{ state: 'ignored' }]);
});

it('risk: a screen that shows the former text allows the one that stands there now', async () => {
  const base = await openTaught();
  const id = await base.teach(TALK);
  const [former] = await base.list();
  await base.teach(OTHER_TALK);
  await expect(base.mark(former?.id ?? '', 'ignored')).rejects.toMatchObject({ code: 'knowledge.finding_not_found' });
  expect(await base.isHeld(id)).toBe(true);
});

it('risk: a text that is being read is told because the one before it is allowed meanwhile', async () => {
  const base = await openTaught();
  const id = await base.teach(TALK);
  const [former] = await base.list();
  const [begun, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { read } = open.replaced;
  open.replaced.read = async (input) => {
    begun.resolve();
    await go.promise;
    return await (read ?? readParagraphs)(input);
  };
  await base.upload(OTHER_TALK, 'Переписка.txt');
  await begun.promise;
  await base.mark(former?.id ?? '', 'ignored');
  expect(await base.ask(DELIVERY)).toEqual([TALK]);
  go.resolve();
  await base.ended(id);
  open.replaced.read = read;
  expect([await base.ask('Самовывоз со склада?'), await base.isHeld(id)]).toEqual([[], true]);
});

it('risk: a look that began before a conversation was allowed says afterwards that it is held', async () => {
  const base = await openTaught();
  await base.teach(TALK);
  const [found] = await base.list();
  const [begun, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const stop = aroundStatements(open.deps.pool, async ({ text, run }) => {
    if (!text.includes('left(body, ')) return await run();
    begun.resolve();
    await go.promise;
    return await run();
  });
  const looked = base.list();
  await begun.promise;
  await base.mark(found?.id ?? '', 'ignored');
  go.resolve();
  expect(await looked).toMatchObject([{ state: 'ignored' }]);
  stop();
});

it('risk: after an upload that could not be read what was allowed can no longer be held', async () => {
  const base = await openTaught();
  const id = await base.teach(TALK);
  await base.decide('ignored');
  const { read } = open.replaced;
  open.replaced.read = async () => ({ kind: 'refused', reason: 'damaged' });
  await base.teach('Битый файл');
  open.replaced.read = read;
  expect([await base.ask(DELIVERY), await base.isHeld(id)]).toEqual([[TALK], false]);
  await base.decide('open');
  expect([await base.ask(DELIVERY), await base.isHeld(id)]).toEqual([[], true]);
});

it('risk: who may not add files publishes what customers wrote', async () => {
  const base = await openTaught();
  const id = await base.teach(TALK);
  const [found] = await base.list();
  await expect(base.mark(found?.id ?? '', 'ignored', 'manager_all')).rejects.toMatchObject({ code: 'auth.forbidden' });
  expect([await base.isHeld(id), await base.list()]).toMatchObject([true, [{ state: 'open' }]]);
});

it('risk: what nobody is told contradicts what is told', async () => {
  const base = await openTaught();
  const talk = 'Гульнара спросила про цены.\n\nУпаковка букета: 200 ₽';
  await base.teach('Упаковка букета: 150 ₽', 'Цены.txt');
  await base.teach(talk);
  expect(await base.kinds()).toEqual(['conversation']);
  await base.decide('ignored');
  expect(await base.kinds()).toEqual(['conversation', 'price']);
});

it('risk: a paragraph that stays in a file which is a conversation no more is held for ever', async () => {
  const base = await openTaught();
  const price = 'Доставка по городу стоит 400 рублей.';
  const id = await base.teach(`${price}\n\n${OTHER_TALK}`);
  expect(await base.ask(DELIVERY)).toEqual([]);
  await base.teach(`${price}\n\nСамовывоз бесплатный.`);
  expect([await base.ask(DELIVERY), await base.isHeld(id)]).toEqual([[price], false]);
});

it('an allowed conversation that is no more one is told, and its finding goes', async () => {
  const base = await openTaught();
  const id = await base.teach(TALK);
  const price = 'Доставка по городу стоит 400 рублей.';
  expect(await base.teach(price)).toBe(id);
  expect([await base.ask(DELIVERY), await base.isHeld(id), await base.list()]).toEqual([[price], false, []]);
});

it('risk: a text that was read before conversations were known stays as it was when it is read again', async () => {
  const base = await openTaught();
  const { read } = open.replaced;
  open.replaced.read = readParagraphs;
  const id = await base.teach(TALK);
  open.replaced.read = read;
  expect(await base.ask(DELIVERY)).toEqual([TALK]);
  await open.sources.readAgain({ accountId: base.accountId, id, role: 'owner' });
  await base.ended(id);
  expect([await base.ask(DELIVERY), await base.isHeld(id)]).toEqual([[], true]);
});

it('a page that everybody can read is told at once', async () => {
  const base = await openTaught();
  site.page.body = TALK;
  const { id } = await open.sources.addPage({ ...base.place, hint: '', url: `${site.url}/talk` });
  await base.ended(id);
  expect([await base.ask(DELIVERY), await base.isHeld(id)]).toEqual([[TALK], false]);
});
