import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildAccount, type Core, startCore } from '../../../testing/start-core.ts';

const SEEN = { question: 'Сколько стоит доставка?', answer: '300 ₽.', phrasings: ['Цена доставки'] };

describe.each(['server', 'embedded'] as const)('texts that two people change, on the %s database', (kind) => {
  let core: Core;
  beforeAll(async () => {
    core = await startCore({ kind });
  });
  afterAll(() => core.close());

  async function openPair() {
    const accountId = await buildAccount(core);
    const { id: knowledgeBaseId } = await core.knowledge.bases.create({ accountId, name: 'Мебель' });
    const [pair] = await core.knowledge.pairs.add({ accountId, knowledgeBaseId, pairs: [SEEN] });
    const id = pair?.id ?? '';
    const save = (changed: Partial<typeof SEEN>) =>
      core.knowledge.pairs.update({ accountId, id, ...SEEN, ...changed, textsBefore: SEEN });
    const shown = async () => {
      const { question, answer, phrasings } = await core.knowledge.pairs.find(accountId, id);
      return { question, answer, phrasings };
    };
    return { save, shown };
  }

  it('risk: one adds a way to ask while another saves a new price: the price is not taken back', async () => {
    const { save, shown } = await openPair();
    await save({ answer: '450 ₽.' });
    await save({ phrasings: ['Цена доставки', 'Почём доставка'] });
    expect(await shown()).toEqual({ ...SEEN, answer: '450 ₽.', phrasings: ['Цена доставки', 'Почём доставка'] });
  });

  it('risk: both change the answer: the second one hears of it, and the first one stays', async () => {
    const { save, shown } = await openPair();
    await save({ answer: '450 ₽.' });
    await expect(save({ answer: '500 ₽.' })).rejects.toMatchObject({ code: 'knowledge.pair_changed' });
    expect(await shown()).toEqual({ ...SEEN, answer: '450 ₽.' });
    // The same text twice is no conflict: a save may be sent again.
    await save({ answer: '450 ₽.' });
  });
});
