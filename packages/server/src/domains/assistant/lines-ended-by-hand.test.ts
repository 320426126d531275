import { expect, it } from 'vitest';
import { useTalks } from './testing/open-talk.ts';

/* Lines of a file that its owner ended himself, without empty ones between them: each is a fact of its own. */

const HOURS = 'Часы работы: по будням с 10:00 до 20:00, в субботу с 11:00 до 18:00';
const ADDRESS = 'Адрес: Казань, ул. Баумана, 12, вход со двора, второй этаж';
const PHONE = 'Телефон: +7 843 200-10-20, звоните до семи вечера';
const DELIVERY = 'Забор и доставка от 2000 рублей бесплатно, дешевле — 300 рублей';
const { ask } = useTalks({
  laundry: {
    file: `Прачечная «Белый аист»
${[HOURS, ADDRESS, PHONE, DELIVERY].join('\n')}

Рубашка — 150 руб/шт
Пуховик — 1200 руб
Плед — 700 руб`,
  },
});

it.each([
  ['до скольки вы работаете', HOURS],
  ['до скока работаете', HOURS],
  ['режим работы', HOURS],
  ['где вы находитесь', ADDRESS],
  ['вы где находитесь', ADDRESS],
  ['вы где', ADDRESS],
  ['как вам позвонить', PHONE],
  ['сколько стоит доставка', DELIVERY],
  ['сколько стоит рубашка и до скольки вы работаете?', `Рубашка — 150 руб/шт\n\n${HOURS}`],
  ['скоко стоит пуховик', 'Пуховик — 1200 руб'],
  ['чё по цене за пуховик', 'Пуховик — 1200 руб'],
  ['по чем плед', 'Плед — 700 руб'],
  ['цена за штуку рубашки', 'Рубашка — 150 руб/шт'],
  ['пуховик за штуку почем', 'Пуховик — 1200 руб'],
])('«%s»: that line and no other', async (question, text) => {
  expect(await ask('laundry', question)).toMatchObject({ kind: 'answer', text });
});

it.each(['какие цены', 'чё по ценам?'])('risk: «%s» gets hours and a telephone for a price list', async (question) => {
  expect((await ask('laundry', question)).text).not.toContain(HOURS);
});
