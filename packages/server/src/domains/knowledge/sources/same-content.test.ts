import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSources, readParagraphs } from '../testing/open-sources.ts';

let open: Awaited<ReturnType<typeof openSources>>;
beforeAll(async () => {
  open = await openSources();
});
afterAll(() => open.close());

const PRICES = 'Доставка стоит 300 ₽.';

async function openBase() {
  const base = await open.openBase();
  const { accountId, knowledgeBaseId } = base;
  return {
    ...base,
    add: (...files: File[]) => open.sources.addFiles({ accountId, knowledgeBaseId, hint: '', userId: 'Anna', files }),
    list: async () => {
      const page = { accountId, knowledgeBaseId, limit: 100, offset: 0 };
      return (await open.sources.page(page)).sources;
    },
  };
}

it('risk: a file takes the row of another with the same content without a word: it keeps its name, and that is told', async () => {
  const base = await openBase();
  const id = await base.upload(PRICES, 'прайс.txt');
  await base.ended(id);
  const added = await base.add(new File([PRICES], 'прайс-2.txt'));
  expect(added).toMatchObject({
    sources: [{ id, name: 'прайс.txt' }],
    known: [{ name: 'прайс-2.txt', sourceId: id, knownAs: 'прайс.txt' }],
    refused: [],
  });
  await base.ended(id);
  expect(await base.list()).toMatchObject([{ id, name: 'прайс.txt', state: 'ready', version: 1 }]);
  // Corrected under either name, it is what the owner was told.
  expect(await base.add(new File(['Доставка стоит 450 ₽.'], 'Прайс.TXT'))).toMatchObject({
    sources: [{ id }],
    known: [],
  });
  expect((await base.add(new File(['Самовывоз.'], 'прайс-2.txt'))).sources[0]?.id).not.toBe(id);
});

it('its file keeps the name, too, and is another one only where it was lost', async () => {
  const base = await openBase();
  const id = await base.upload(PRICES, 'прайс.txt');
  const fileOf = async () =>
    (await open.pool.query('select file_id from knowledge_sources where id = $1', [id])).rows[0].file_id;
  await base.ended(id);
  const first = await fileOf();
  await base.add(new File([PRICES], 'прайс-2.txt'));
  await base.ended(id);
  expect(await fileOf()).toBe(first);
  expect((await open.pool.query('select id from files where account_id = $1', [base.accountId])).rows).toEqual([
    { id: first },
  ]);

  await open.files.dropBytes({ accountId: base.accountId, fileIds: [first] });
  await open.sources.readAgain({ accountId: base.accountId, id, role: 'owner' });
  expect(await base.ended(id)).toMatchObject({ state: 'failed', reason: 'file_lost' });
  await base.add(new File([PRICES], 'прайс-2.txt'));
  expect(await base.ended(id)).toMatchObject({ state: 'ready', reason: null, name: 'прайс.txt' });
  expect(await fileOf()).not.toBe(first);
});

it('of two files with one content in one call the first is taken, and the other is told of', async () => {
  const base = await openBase();
  const { sources, known } = await base.add(new File([PRICES], 'а.txt'), new File([PRICES], 'б.txt'));
  expect(sources.map(({ name }) => name)).toEqual(['а.txt', 'а.txt']);
  expect(known).toEqual([{ name: 'б.txt', sourceId: sources[0]?.id, knownAs: 'а.txt' }]);
});

it('risk: a file whose ending was wrong cannot be uploaded with the right one', async () => {
  const base = await openBase();
  const pdf = `%PDF ${PRICES}`;
  open.replaced.read = async (input) =>
    input.name.endsWith('.pdf') ? await readParagraphs(input) : { kind: 'refused', reason: 'wrong_type' };
  const wrong = await base.add(new File([pdf], 'прайс.txt'));
  expect(await base.ended(wrong.sources[0]?.id ?? '')).toMatchObject({ state: 'failed', reason: 'wrong_type' });
  const right = await base.add(new File([pdf], 'прайс.pdf'));
  expect(right.known).toEqual([]);
  await base.ended(right.sources[0]?.id ?? '');
  const states = (await base.list()).map(({ name, state }) => [name, state]);
  expect(states.toSorted()).toEqual([
    ['прайс.pdf', 'ready'],
    ['прайс.txt', 'failed'],
  ]);
  // What was read well is there already, whatever the ending that it comes with.
  expect((await base.add(new File([pdf], 'копия.txt'))).known).toMatchObject([{ knownAs: 'прайс.pdf' }]);
});
