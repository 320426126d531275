import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFindings } from '../findings/create-findings.ts';
import { type OpenSources, openSite, openSources, readParagraphs } from '../testing/open-sources.ts';
import type { Told } from './deps.ts';

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
  const list = async () => (await findings.check(place)).findings.filter(({ kind }) => kind === 'conversation');
  return {
    ...{ ...base, place, list },
    async teach(text: string, name = 'Переписка.txt') {
      const id = await base.upload(text, name);
      await base.ended(id);
      return id;
    },
    async decide(state: 'open' | 'ignored') {
      const [found] = await list();
      await findings.mark({ accountId: base.accountId, id: found?.id ?? '', state });
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
