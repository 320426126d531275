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

it('a customer gets the sentence of a file that answers, not the whole piece, and the operator its source', async () => {
  const { accountId, knowledgeBaseId, upload, ended } = await open.openBase();
  await ended(await upload(RULES, 'Условия.txt'));
  const decide = createTurnDecider({
    ...{ knowledge: open.knowledge, model: undefined, clock: systemClock, random: systemRandom },
    log: createLog({ level: 'silent' }),
  });
  const ask = (text: string) =>
    decide({
      ...{ turn: buildTurn(text), settings: buildSettings({ knowledgeBaseId }), accountId, accountLocale: 'ru' },
      signal: new AbortController().signal,
    });
  const answered = await ask('Сколько стоит доставка дивана по городу?');
  expect(answered).toMatchObject({ kind: 'answer', text: 'Доставка дивана по городу стоит 900 ₽.' });
  expect(answered.sources).toMatchObject([{ knowledgeBaseId }]);
  expect((await ask('Сколько стоит билет на поезд до Самары?')).kind).not.toBe('answer');
});
