import { expect, it } from 'vitest';
import { useTalks } from './testing/open-talk.ts';
import { table } from './testing/price-tables.ts';

/* A sheet of questions and answers that was uploaded as a file: its reader gives each row as a passage. */

const rowsOf = (columns: readonly string[], rows: readonly (readonly string[])[]) =>
  rows.map((row) => table(columns, [row])).join('\n\n');

const { ask } = useTalks({
  salon: {
    file: rowsOf(
      ['О чём спрашивают', 'Что говорим', 'Кто'],
      [
        ['Делаете ли вы наращивание ногтей?', 'Нет, наращивание не делаем.', 'Оля'],
        ['Сколько действует сертификат?', 'Сертификат действует 6 месяцев. Вернуть его нельзя.', 'Ира'],
        ['Можно с собакой?', 'Да, с небольшими собаками можно.', 'Ира'],
      ],
    ),
  },
  shop: {
    file: rowsOf(
      ['Вопрос', 'Ответ'],
      [
        ['Есть ли парковка?', 'Да, бесплатная парковка во дворе на 6 машин.'],
        ['Продаёте косметику?', 'Да, «Эстель» и «Лореаль».'],
      ],
    ),
  },
});

it.each([
  ['salon', 'Сколько действует сертификат?', 'Сертификат действует 6 месяцев. Вернуть его нельзя.'],
  ['salon', 'можно к вам с собакой?', 'Да, с небольшими собаками можно.'],
  ['shop', 'Есть ли парковка?', 'Да, бесплатная парковка во дворе на 6 машин.'],
  ['shop', 'Продаёте косметику?', 'Да, «Эстель» и «Лореаль».'],
] as const)('risk: %s, «%s»: the row is told as a table', async (business, question, text) => {
  expect(await ask(business, question)).toMatchObject({ kind: 'answer', text });
});

it.each([
  ['salon', 'кто такая Ира?'],
  ['shop', 'есть ли велопарковка?'],
  ['shop', 'продаёте шампанское?'],
] as const)('risk: %s, «%s» gets the answer to another question', async (business, question) => {
  expect((await ask(business, question)).kind).not.toBe('answer');
});
