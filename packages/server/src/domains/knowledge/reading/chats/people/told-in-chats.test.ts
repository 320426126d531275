import { describe, expect, it } from 'vitest';
import { outline, readBytes } from '../../../testing/documents/read-bytes.ts';

const ASIDE = 'Можно ли оплатить картой?';

/** What is told of an answer to a question of nobody in particular; empty where nothing is. */
async function tellAnswer(answer: string, question = 'Подскажите, как у вас всё устроено?'): Promise<string> {
  const said = [`Клиент: ${question}`, `Менеджер: ${answer}`, `Клиент: ${ASIDE}`, 'Менеджер: Картой можно.'];
  const lines = outline((await readBytes(said.join('\n'), 'a.txt')).blocks);
  return lines.filter((line) => !line.startsWith('!') && !line.includes(ASIDE)).join('\n');
}

describe('an answer of a saved chat', () => {
  it.each([
    ['Да, Сережа, привезём завтра к обеду. Заказ уже передали Павлу.', 'Да, привезём завтра к обеду.'],
    ['да, лена, делаем за час', 'да, делаем за час'],
    ['лена, делаем за час', 'делаем за час'],
    ['Делаем за час, лена.', 'Делаем за час.'],
    ['Да, Роза, делаем за час', 'Да, делаем за час'],
    ['Два букета, роза.', 'Два букета, роза.'],
  ])('risk: a name goes to everybody: %s', async (answer, told) => {
    expect((await tellAnswer(answer)).split(' | ').at(-1)).toBe(told);
  });

  it.each(['Скидка 5 %, как и вашей жене Миле.', 'Передали Льву.', 'Деньги у Петра.'])(
    'risk: whom one answer names is told: %s',
    async (answer) => {
      expect(await tellAnswer(answer)).toBe('');
    },
  );

  it.each([
    ['I am asking, how much is a cake?', 'Asking price is 20 USD.', 'Asking price is 20 USD.'],
    ['Сколько ждать доставку? лесная 5', 'На Лесную едем час. Обычно два часа.', 'Обычно два часа.'],
    ['Сколько ждать доставку? меня зовут гюльнэз', 'Гюльнэз ждёт час. Обычно два часа.', 'Обычно два часа.'],
    ['How long is a delivery? 12 baker street', 'For Baker half an hour. Else an hour.', 'Else an hour.'],
    ['Доставка обычная сколько стоит?', 'Доставка обычная 300, срочная 500.', 'Доставка обычная 300, срочная 500.'],
    ['Как получить скидку?', 'Скидка при заказе 3000.', 'Скидка при заказе 3000.'],
  ])(
    'risk: words of customers go to everybody, or ordinary ones are taken for theirs: %s',
    async (question, answer, told) => {
      expect((await tellAnswer(answer, question)).split(' | ').at(-1)).toBe(told);
    },
  );
});
