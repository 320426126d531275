import { limits } from '@otvet/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildAccount, type Core, startCore } from '../../../testing/start-core.ts';

describe.each(['server', 'embedded'] as const)('pairs that are asked already, on the %s database', (kind) => {
  let core: Core;
  beforeAll(async () => {
    core = await startCore({ kind });
  });
  afterAll(() => core.close());

  async function openBase() {
    const accountId = await buildAccount(core);
    const { id: knowledgeBaseId } = await core.knowledge.bases.create({ accountId, name: 'Мебель' });
    const pairs = [
      {
        question: 'Сколько стоит доставка?',
        answer: '300 ₽.',
        phrasings: ['Почём «экспресс-доставка»', 'Всё ещё 300'],
      },
      { question: 'Где вы?', answer: 'На Мира, 4.' },
    ];
    await core.knowledge.pairs.add({ accountId, knowledgeBaseId, pairs });
    const ask = async (...questions: string[]) =>
      (await core.knowledge.pairs.same({ accountId, knowledgeBaseId, questions })).map(({ answer }) => answer);
    return { accountId, knowledgeBaseId, ask };
  }

  it.each([
    'Сколько стоит доставка?',
    'сколько  стоит доставка',
    ' СКОЛЬКО СТОИТ ДОСТАВКА!! ',
    'Почем экспресс доставка?',
    'все еще 300',
  ])('%s is asked already', async (question) => {
    const { ask } = await openBase();
    expect(await ask('Есть ли кресла?', question)).toEqual(['300 ₽.']);
  });

  it.each(['Сколько стоит доставка за город?', 'доставка', '?', ''])('«%s» is another question', async (question) => {
    const { ask } = await openBase();
    expect(await ask(question)).toEqual([]);
  });

  it('a question of signs alone is asked by such a pair, one of blanks by none', async () => {
    const { accountId, knowledgeBaseId, ask } = await openBase();
    await core.knowledge.pairs.add({ accountId, knowledgeBaseId, pairs: [{ question: '???', answer: 'Слушаю вас.' }] });
    expect(await ask('?')).toEqual(['Слушаю вас.']);
    expect(await ask('', '  ')).toEqual([]);
  });

  it('risk: a question of the greatest length, which no key of an index may have, is not kept', async () => {
    const { accountId, knowledgeBaseId, ask } = await openBase();
    const long = Array.from({ length: limits.questionText }, (_, at) => 'абвгд ежзик'[(at * 7 + at ** 2) % 11]).join(
      '',
    );
    const phrasings = Array.from({ length: limits.phrasings }, (_, at) =>
      `${at} ${long}`.slice(0, limits.questionText),
    );
    await core.knowledge.pairs.add({
      accountId,
      knowledgeBaseId,
      pairs: [{ question: long, answer: 'Да.', phrasings }],
    });
    expect(await ask(phrasings[1]?.toUpperCase() ?? '')).toEqual(['Да.']);
  });

  it('the pairs of another base and of another account are not told', async () => {
    const [one, other] = [await openBase(), await openBase()];
    const { id } = await core.knowledge.bases.create({ accountId: one.accountId, name: 'Пустая' });
    const questions = ['Где вы?'];
    expect(await core.knowledge.pairs.same({ ...one, knowledgeBaseId: id, questions })).toEqual([]);
    const foreign = { accountId: other.accountId, knowledgeBaseId: one.knowledgeBaseId, questions };
    await expect(core.knowledge.pairs.same(foreign)).rejects.toMatchObject({ code: 'knowledge.not_found' });
  });
});
