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
    ['mail with its heads', 'Ann wrote: The sofa is torn. Paul wrote: Could you send a photo?'],
    ['mail in Russian', 'От: Лейла\nКому: магазин\nГде мой торт?'],
    [
      'a picture of a screen, with times on lines of their own',
      'Айгуль\nместа есть\n15:22\nесть на 17\n15:23\nдавайте 17\n15:26\nзаписала',
    ],
    [
      'notes on calls of three',
      'Гузель 89172223344 — торт на 15-е\nПавел 8 905 111 22 33 — перезвонить\nЛена, 8-987-444-55-66, отказалась',
    ],
    ['a British telephone', 'Hi! How much is a cut?\n$40.\nMy number is 07911 123456, is Friday free?'],
    ['an American one', 'Hi! How much is a cut?\n$40.\n(415) 555-0132, is Friday free?'],
    ['one of a neighbour', 'Здравствуйте! Почём стрижка?\n4000\n+7 701 123 45 67, в пятницу можно?'],
    ['another one', 'Здравствуйте! Почём стрижка?\n40\n+375 29 123-45-67, в пятницу можно?'],
    [
      'a customer who wants to be called',
      'Здравствуйте! Есть ли доставка?\nДа, есть, завтра привезём.\nА сколько стоит?\n300 рублей.\nХорошо, позвоните мне, +7 912 345-67-89, Анна.',
    ],
    [
      'one who wants to be called in English',
      'Hello! Do you deliver?\nYes.\nHow much is it?\n$10.\nOk, call me at +44 7911 123456, Ann.',
    ],
    ['dots in a number', 'Здравствуйте! Почём стрижка?\n900\n8.916.123.45.67, в пятницу можно?'],
    ['one of Kazakhstan as it is dialled', 'Здравствуйте! Почём стрижка?\n4000\n8 701 123 45 67, в пятницу можно?'],
    [
      'one who says where he was',
      'Здравствуйте! Можно вернуть?\nДа.\nА без чека?\nДа.\nБрала в вашем магазине, мой телефон +7 912 345-67-89.',
    ],
    [
      'one who says when',
      'Здравствуйте! Можно вернуть?\nДа.\nА без чека?\nДа.\nМне удобно с 9 до 18, +7 912 345-67-89.',
    ],
    ['one with a wish', 'Здравствуйте! Есть торты?\nДа.\nСколько стоят?\n900.\nУпакуйте отдельно, +7 912 345-67-89.'],
    [
      'one who says where to',
      'Здравствуйте! Привезёте?\nДа.\nСколько стоит?\n300.\nВ офис на Лесную 5, +7 912 345-67-89.',
    ],
    [
      'one who wants his money',
      'Hello! Is it open?\nYes.\nCan I return it?\nYes.\nI want my money back, +44 7911 123456.',
    ],
    [
      'in the middle of a long price list',
      [
        ...Array.from({ length: 37 }, (_, at) => `Торт номер ${at} — ${at + 900} ₽`),
        'Я Лейла, 89171234567.\nХочу торт.\nСпасибо!\nА я Марат, 89997654321.\nМне бенто.\nСпасибо!',
        ...Array.from({ length: 37 }, (_, at) => `Кекс номер ${at} — ${at + 90} ₽`),
      ].join('\n'),
    ],
    [
      'of customers in rows that begin with who served them',
      'Мастер: Ольга; Клиент: Анна; Телефон: 8 917 123-45-67; Комментарий: хочу короче\nМастер: Ирина; Клиент: Марат; Телефон: 8 999 765-43-21; Комментарий: аллергия\nМастер: Ольга; Клиент: Лейла; Телефон: 8 903 111-22-33; Комментарий: опоздает',
    ],
    [
      'of customers in rows whose column is called so',
      'Name: Ann; Contact: +7 917 123-45-67; Comment: a cake for my son\nName: Bob; Contact: +7 999 765-43-21; Comment: no nuts please\nName: Eve; Contact: +7 903 111-22-33; Comment: call me first',
    ],
    [
      'below a long price list',
      `${Array.from({ length: 100 }, (_, at) => `Торт номер ${at} — ${at + 900} ₽`).join('\n')}\nЯ Лейла, 89171234567, хочу торт.\nСпасибо!\nА я Марат, 89997654321, есть бенто?`,
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
    ['times each on a line of its own', 'Казань\n15:22\n16:07\n17:33\n18:41'],
    ['two times alone and a sentence with one', 'Места есть\nв 15:22\n16:07\nи в 17:33\nпоезд\nстанция\nпуть'],
    ['how mail is written', 'Как пишут нам\nОт: адрес покупателя\nТема: номер заказа\nОтвет приходит за день.'],
    [
      'times of trains below a list',
      [...Array.from({ length: 38 }, (_, at) => `Кекс номер ${at}`), 'Поезд 15:22', 'Поезд 16:07', 'Поезд 17:33'].join(
        '\n',
      ),
    ],
    ['one line of mail', 'Тема: возврат\nКак вернуть товар? Напишите, что и когда купили.'],
    ['a timetable', 'Казань 15:22\nЗеленодольск 15:49\nСвияжск 16:07\nБуинск 17:33\nЦильна 18:01\nУльяновск 18:36'],
    [
      'telephones of branches',
      'Филиал на Мира, 12: 8 917 123-45-67, 9:00–20:00\nФилиал на Ленина, 4: 8 905 111-22-33, 10:00–21:00\nФилиал на Победы, 7: 8 987 444-55-66, пн–пт',
    ],
    [
      'a sheet of salons',
      'Салон: На Мира; Телефон: 8 917 123-45-67\nСалон: На Ленина; Телефон: 8 905 111-22-33\nСалон: Южный; Телефон: 8 987 444-55-66',
    ],
    [
      'telephones of who works there',
      'Тренер Анна: 8 917 123-45-67\nТренер Олег: 8 905 111-22-33\nТренер Инна: 8 987 444-55-66',
    ],
    [
      'when a bus leaves',
      'Трансфер\nОт отеля до вокзала бесплатно.\nОт вокзала отправляется в 8:12.\nДнём отправляется в 12:42.\nВечером отправляется в 18:27.\nБагаж входит.\nДети едут в креслах.',
    ],
    ['times of lessons', 'Йога 10:00\nЖдём\nПилатес 12:30\nЖдём\nСтретчинг 18:15\nЖдём'],
    ['two times to the minute', 'Поезд\n15:22\nиз Казани\n16:07\nжду вас\nтут'],
    ['codes of goods', 'Крем 4607912345678\nМыло 4607912345685\nГель 4607912345692\nШампунь 9171234567'],
    [
      'numbers of one person',
      'Аня, +7 917 123-45-67 или 89171234567, anna@example.com. Я пеку. Спасибо! Мои торты — мне в радость?',
    ],
    [
      'how a business is reached',
      'Здравствуйте! Хотите торт?\nПишите в WhatsApp: 8 917 123-45-67\nСколько стоит?\n900 ₽.',
    ],
    ['a nickname', 'Здравствуйте! Хотите торт? Мы @lotos_torty\nСколько стоит?\n900 ₽.'],
    ['a greeting that asks, and nobody’s telephone', 'Здравствуйте! Как дела?\nЧем помочь?\nПриходите.'],
    [
      'a long text that thanks three times',
      `Спасибо! Я Аня 89171234567. Я Оля 89172345678.${' Торты мы печём сами.'.repeat(60)} Есть вопросы?`,
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
    [
      'a table of branches',
      'Салон: Центр; Телефон: 8 917 123-45-67; Часы: 10–20\nСалон: Север; Телефон: 8 999 765-43-21; Часы: 10–20\nСалон: Юг; Телефон: 8 903 111-22-33; Часы: 9–18',
    ],
    ['numbers of a town', 'Здравствуйте! Есть вопросы? Звоните: +7 (495) 123-45-67, 8 800 100-20-30. Куда ехать?'],
  ])('%s', (_title, text) => {
    expect(looksLikeTalk([text])).toBe(false);
  });
});
