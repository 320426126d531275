import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLog } from '../../platform/log/logger.ts';
import { systemClock } from '../../platform/time/clock.ts';
import { systemRandom } from '../../platform/time/ids.ts';
import { type OpenSources, openSources } from '../knowledge/testing/open-sources.ts';
import { createTurnDecider } from './decide-turn.ts';
import { buildSettings, buildTurn } from './testing/build-turn.ts';

const RULES = [
  '# Доставка\nМы возим мебель с 2009 года и знаем в городе каждый двор, поэтому приезжаем вовремя. Доставка дивана по городу стоит 900 ₽. За городом каждый километр стоит ещё 40 ₽, а мосты и паромы оплачиваются отдельно по чеку.',
  '# Сборка\nСборку шкафа мастер делает в день доставки, если вы заказали её заранее. Инструменты и расходные материалы он привозит с собой, а упаковку увозит. Комод собирают сорок минут.',
  '# Уход за тканью\nВелюр чистят мягкой щёткой по ворсу, пятна снимают сухой пеной. Рогожку пылесосят раз в неделю без насадки. Кожу протирают влажной замшей и берегут от солнца и батарей.',
].join('\n\n');

let open: OpenSources;
beforeAll(async () => {
  open = await openSources();
});
afterAll(() => open.close());

const PRICES = [
  'Прайс-лист на букеты',
  'Букет «Нежность» 15 роз — 3 500 руб',
  'Букет «Весна» тюльпаны 25 шт — 2 900 руб',
  'Букет «Ромашка» — 1 800 руб',
  'Корзина «Праздник» — 6 200 руб',
  'Горшечная орхидея — 2 400 руб',
  'Открытка — 150 руб',
].join('\n');

it('a customer gets the sentence of a file that answers, not the whole piece, and the operator its source', async () => {
  const { accountId, knowledgeBaseId, upload, ended } = await open.openBase();
  await ended(await upload(RULES, 'Условия.txt'));
  const ask = askOf({ accountId, knowledgeBaseId });
  const answered = await ask('Сколько стоит доставка дивана по городу?');
  expect(answered).toMatchObject({ kind: 'answer', text: 'Доставка дивана по городу стоит 900 ₽.' });
  expect(answered.sources).toMatchObject([{ knowledgeBaseId }]);
  expect((await ask('Сколько стоит билет на поезд до Самары?')).kind).not.toBe('answer');
});

it('risk: the heading of a price list is given as the price. The line with the name and the figure is', async () => {
  const { accountId, knowledgeBaseId, upload, ended } = await open.openBase();
  await ended(await upload(PRICES, 'Цены.txt'));
  const ask = askOf({ accountId, knowledgeBaseId });
  for (const question of ['сколько стоит букет нежность', 'цена букета нежность', 'почём букет нежность?'])
    expect(await ask(question)).toMatchObject({ kind: 'answer', text: 'Букет «Нежность» 15 роз — 3 500 руб' });
});

it('risk: words without a figure are given as a price', async () => {
  const { accountId, knowledgeBaseId, upload, ended } = await open.openBase();
  await ended(
    await upload('Прайс-лист на букеты и цены: актуальный прайс на букеты, 2026 год', 'Прайс-лист на букеты.txt'),
  );
  const ask = askOf({ accountId, knowledgeBaseId });
  expect((await ask('сколько стоит букет из прайса?')).kind).not.toBe('answer');
  expect((await ask('цена букета из актуального прайса')).kind).not.toBe('answer');
});

function askOf({ accountId, knowledgeBaseId }: { accountId: string; knowledgeBaseId: string }) {
  const decide = createTurnDecider({
    ...{ knowledge: open.knowledge, model: undefined, clock: systemClock, random: systemRandom },
    log: createLog({ level: 'silent' }),
  });
  return (text: string) =>
    decide({
      ...{ turn: buildTurn(text), settings: buildSettings({ knowledgeBaseId }), accountId, accountLocale: 'ru' },
      signal: new AbortController().signal,
    });
}
