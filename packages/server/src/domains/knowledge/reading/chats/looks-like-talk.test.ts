import { describe, expect, it } from 'vitest';
import { looksLikeTalk } from './looks-like-talk.ts';

describe('what people said to each other, in whatever form it was saved', () => {
  it.each([
    [
      'a dialog in one cell',
      'Зульфия: Здравствуйте! Сколько стоит доставка? / 300 ₽ / Гагарина 4 кв 7, тел 89171234567 / а картой можно?',
    ],
    ['mail that was copied', 'Hi! How much is a cut?\n$40.\nMy email is ann.lee@example.com, is Friday free?\nYes.'],
    [
      'several who ask and thank',
      'Я Лейла, 8 917 123-45-67, хочу торт.\nСпасибо!\nА я Марат, +7 (999) 765-43-21, есть бенто?\nЕсть.',
    ],
    [
      'no telephone, but times',
      '10:01 Здравствуйте\n10:02 Добрый день\n10:05 мне бы на вечер, есть время?\n10:06 Есть, на 18:00?\n10:07 да, спасибо\n10:09 я приду с мамой',
    ],
  ])('%s', (_title, text) => {
    expect(looksLikeTalk([text])).toBe(true);
  });

  it('over several passages', () => {
    const passages = ['Здравствуйте! Есть доставка?', 'Есть.', 'А картой можно? Тел. 8-917-123-45-67'];
    expect(looksLikeTalk(passages)).toBe(true);
    expect(passages.some((passage) => looksLikeTalk([passage]))).toBe(false);
  });
});

describe('what a business wrote for everybody', () => {
  it.each([
    [
      'answers to what is often asked',
      'Здравствуйте! Это ответы на частые вопросы.\nКак заказать?\nНапишите нам, +7 917 123-45-67.\nМожно ли вернуть товар?\nДа, в течение 14 дней.\nКогда вы работаете?\nЕжедневно с 9 до 21.\nМогу ли я платить картой?\nДа.',
    ],
    ['a list of staff', 'Анна Иванова — менеджер, +7 917 123-45-67\nОлег — склад, +7 917 123-45-68\nolga@example.com'],
    ['questions of customers', 'Могу ли я вернуть товар?\nДа.\nКак мне узнать о заказе?\nЗвоните +7 917 123-45-67.'],
    ['reviews', 'Спасибо большое! Мне очень понравилось. Анна\nЯ в восторге, спасибо!\nТел. 8 917 123-45-67'],
    ['a consent', 'Я даю согласие на обработку моих данных. Мне разъяснены права. +7 917 123-45-67, anna@example.com'],
    [
      'a timetable',
      'Пн 10:00 йога\nВт 12:00 пилатес\nСр 10:30 стретчинг\nЧто мне взять с собой? Коврик. Сколько идёт?',
    ],
    [
      'mailboxes by what they are for',
      'Hello! Any questions? Write to us: info@example.com, sales@example.com. Thanks! How are we doing?',
    ],
    ['numbers of a town', 'Здравствуйте! Есть вопросы? Звоните: +7 (495) 123-45-67, 8 800 100-20-30. Куда ехать?'],
  ])('%s', (_title, text) => {
    expect(looksLikeTalk([text])).toBe(false);
  });
});
