import { expect, it } from 'vitest';
import { useTalks } from './testing/open-talk.ts';

const { ask, talkWith } = useTalks({
  groomer: {
    file: `# Груминг «Пёс и кот»
Работаем пн–сб 10–20, вс 11–18.

# Цены
Стрижка собак мелких пород от 1800 ₽. Стрижка собак крупных пород от 3500 ₽. Стрижка кошек 2500 ₽. В комплекс входит мытьё, сушка, стрижка когтей и чистка ушей.

# Прививки
Животных без прививок не принимаем.

# Передержка
Передержка только для собак: 900 ₽ в сутки. Подарочные карты продаём на кассе. Кулер с водой сломан. Доставку по воскресеньям не делаем. Доставка корма только по Твери.

# Акции
Срок годности корма год.`,
    pairs: [['Сколько стоит подстричь агрессивную собаку?', 'К обычной цене прибавляется 500 ₽.']],
  },
  workshop: {
    file: `# Автоателье «Блеск»
Химчистка салона — от 9000 ₽, занимает весь день. Полировка кузова — 12000 ₽. Тонировка не делаем. Керамика — от 25000 ₽, гарантия на керамику 2 года.

# Ателье «Стежок»
Подшить брюки 500 ₽. Замена молнии в брюках 700 ₽. Ушить платье 1200 ₽. Залог 5000 ₽ или паспорт. На столешницы гарантия год.

# Листовки А5
500 шт — 2900 ₽
1000 шт — 4100 ₽

# Визитки
100 шт — 450 ₽

# Макет
Разработка макета визитки 700 ₽. Завтрак — 500 ₽. Ужин — 800 ₽.

# Оплата
Торты от 2 кг. Оплата картой, наличными, по счёту. Адрес доставки можно изменить.`,
    pairs: [],
  },
  school: {
    file: `# Студия танца «Шаг»
Разовое занятие 700 ₽, абонемент на 8 занятий 4400 ₽. Сменная обувь обязательна.

# Отмена занятия
Отменить можно за 3 часа, позже занятие сгорает.

# Расписание
Дети: вторник и четверг в 17:00. Взрослые: понедельник и среда в 19:30.

# Преподаватели
Мария Лебедева — хастл и бачата. Олег Суворов — брейк-данс.`,
    pairs: [
      ['С какого возраста берёте?', 'С 7 лет.'],
      ['Вы выезжаете?', 'Да, по городу 2000 ₽.'],
      ['Сколько стоит свадебный танец?', 'Свадебный танец — от 9000 ₽.'],
    ],
  },
  dentist: {
    file: `# Bright Smile Dental
Implant visits take 3 hours. We are open Monday to Friday 9am to 6pm and Saturday 10am to 2pm. Session 1 is June 14, Session 2 is June 28. The gym upstairs is a separate business, open 9 to 5.

# Prices
Check-up — £50. White filling — £120.

# Payment
We take Visa and Mastercard. Free Wi-Fi in the waiting room.

# Inspection
State inspection is done Monday to Thursday, no appointment needed.

# Oil
We use Mobil and Shell oil. An oil change takes 30 minutes.`,
    pairs: [],
  },
});

it.each([
  ['groomer', 'без прививок возьмёте?', 'Животных без прививок не принимаем.'],
  ['groomer', 'чо входит в комплекс', 'В комплекс входит мытьё, сушка, стрижка когтей и чистка ушей.'],
  ['workshop', 'карты принимаете?', 'Оплата картой, наличными, по счёту.'],
  ['workshop', 'тонируете?', 'Тонировка не делаем.'],
  ['workshop', 'сколько стоит тонировка', 'Тонировка не делаем.'],
  ['school', 'нужна ли сменная обувь', 'Сменная обувь обязательна.'],
  ['school', 'как отменить занятие', 'Отменить можно за 3 часа, позже занятие сгорает.'],
  ['dentist', 'do you take cards?', 'We take Visa and Mastercard.'],
  ['dentist', 'do you have wifi', 'Free Wi-Fi in the waiting room.'],
  ['dentist', 'what oil do you use', 'We use Mobil and Shell oil.'],
] as const)(
  '%s, «%s»: the one sentence that has all that tells the question is given',
  async (business, question, text) => {
    expect(await ask(business, question)).toMatchObject({ kind: 'answer', text });
  },
);

it.each([
  ['groomer', 'прививки делаете?', 'says what is done without them'],
  ['groomer', 'а собаки?', 'is of something said before'],
  ['groomer', 'можно с собакой?', 'has its price'],
  ['groomer', 'карты принимаете?', 'sells other ones'],
  ['groomer', 'сколько стоит доставка', 'says on which day it is not done'],
  ['groomer', 'передержка кошки есть?', 'is of another animal'],
  ['workshop', 'столы делаете?', 'begins with the same letters'],
  ['workshop', 'нужен ли паспорт', 'is named beside another thing'],
  ['workshop', 'где моя керамика', 'is an own one'],
  ['workshop', 'ваш адрес', 'is no place'],
  ['workshop', 'сколько стоит паспорт', 'has no price'],
  ['dentist', 'do you take insurance', 'is unknown'],
  ['dentist', 'how long does whitening take', 'is another word'],
] as const)('risk: %s, «%s» gets a sentence that %s', async (business, question, _why) => {
  expect((await ask(business, question)).kind).not.toBe('answer');
});

it.each([
  ['workshop', 'ушить брюки'],
  ['workshop', 'сколько стоит ушить брюки'],
  ['workshop', 'гарантия на полировку'],
  ['dentist', 'whitening price'],
] as const)('risk: %s, «%s»: what is said of one thing is given for another', async (business, question) => {
  expect((await ask(business, question)).kind).not.toBe('answer');
});

it('risk: the price of one kind answers who asks of all of them. Those of the file go before, a pair that does not name its kind is not given', async () => {
  const both = 'Стрижка собак мелких пород от 1800 ₽.\nСтрижка собак крупных пород от 3500 ₽.';
  expect((await ask('groomer', 'сколько стоит подстричь собаку')).text).toBe(both);
  expect((await ask('groomer', 'сколько стоит стрижка кошки')).text).toBe('Стрижка кошек 2500 ₽.');
  expect((await ask('groomer', 'сколько стоит подстричь агрессивную собаку')).text).toContain('прибавляется 500');
  const asked = 'сколько стоит химчистка салона';
  const only = await talkWith({
    file: '# О нас\nРаботаем с 9.',
    pairs: [['Сколько стоит полная химчистка салона?', '9000 ₽.']],
  });
  expect((await only(asked)).text).toBe('Сколько стоит полная химчистка салона?\n9000 ₽.');
  expect((await ask('school', 'сколько стоит танец')).text).toBe('Свадебный танец — от 9000 ₽.');
  expect((await ask('school', 'Сколько стоит одно занятие?')).text).toContain('Разовое занятие 700 ₽');
});

it('what two sentences of one thing say is of it: the second points at the first, or both stand below one line', async () => {
  const file =
    '# О нас\nПарковка бесплатная. Она охраняется ночью.\nДоставка мебели:\n- подъём без лифта 200 ₽\n- подъём на лифте 0 ₽';
  const talk = await talkWith({ file });
  expect((await talk('парковка охраняется?')).text).toContain('Она охраняется ночью.');
  expect((await talk('подъём мебели на лифте')).text).toContain('подъём на лифте 0 ₽');
});

it('a need is answered by what is done without it; what is said with and without it by both', async () => {
  const file = '# Прививки\nЖивотных без прививок не принимаем.\n\n# Паспорт\nС паспортом скидка, без паспорта нет.';
  const talk = await talkWith({ file });
  expect((await talk('нужны ли прививки?')).text).toContain('без прививок не принимаем');
  expect((await talk('паспорт нужен?')).text).toContain('без паспорта нет');
});

it.each([
  ['workshop', 'листовки а4 500 шт', 'of another format'],
  ['dentist', 'when is session 4', 'of another number'],
  ['dentist', 'what time do implant visits start', 'of how long they take'],
  ['school', 'до какого возраста берёте', 'of the least age'],
  ['school', 'сколько действует абонемент', 'of its price'],
  ['school', 'выезжаете за город?', 'within the town'],
] as const)('risk: %s, «%s» gets what is said %s', async (business, question, _why) => {
  expect((await ask(business, question)).kind).not.toBe('answer');
});

it('what stands under the very name of a thing goes before what names it elsewhere, and a word before words like it', async () => {
  expect((await ask('workshop', 'сколько стоят визитки')).text).toBe('100 шт — 450 ₽');
  expect((await ask('workshop', 'сколько стоит завтрак')).text).toBe('Завтрак — 500 ₽.');
});

it.each([
  ['# Мы не делаем\n- спил деревьев\n- полив', 'спил деревьев делаете?', 'Мы не делаем:\n• спил деревьев\n• полив'],
  ['# Что нельзя приносить?\n- сладости\n- игрушки', 'можно принести сладости?', 'Что нельзя приносить?\n• сладости'],
  ['# Нельзя\nС собаками.\nКурить.', 'курить можно?', 'Нельзя:\nКурить.'],
  ['# О нас\nРаботаем с 9 до 18.\nУ нас нельзя:\n- с собаками\n- курить', 'курить можно?', 'У нас нельзя:\n• курить'],
  [
    '# О нас\nРаботаем с 9 до 18\nНЕ ДЕЛАЕМ\nрулонный газон\nспил деревьев',
    'спил деревьев есть?',
    'НЕ ДЕЛАЕМ:\nспил деревьев',
  ],
  [
    '# Camp\nWhat to bring: a towel. Sleeping bag for campers.',
    'sleeping bag?',
    'What to bring:\nSleeping bag for campers.',
  ],
])('risk: below «%s» what is not done is given as done', async (file, question, text) => {
  const talk = await talkWith({ file });
  expect((await talk(question)).text.replaceAll('- ', '• ')).toBe(text);
});

it('risk: a verb that any sentence may have picks one that does not know the thing', async () => {
  const talk = await talkWith({
    file: 'Животных без прививок не принимаем.\nОплата картой, наличными или по СБП.\nОбувь выдаём. Ключи не выдаём.\nМы работаем в центре города рядом с парком и набережной, приходите с друзьями и детьми в любой день недели, вам будут рады.',
  });
  expect((await talk('карты принимаете?')).text).toBe('Оплата картой, наличными или по СБП.');
  expect((await talk('полотенца выдаёте?')).kind).not.toBe('answer');
});

it('a term that is written in words answers too', async () => {
  const talk = await talkWith({
    file: '# О нас\nГарантия на перетяжку действует три года.',
  });
  expect((await talk('сколько действует гарантия на перетяжку')).text).toContain('три года');
});

it('risk: the hours of another business next door are given as ours', async () => {
  expect((await ask('dentist', 'opening hours')).text).not.toContain('9 to 5');
});

it('when and who are asked of a thing beside whatever takes place', async () => {
  const adults = 'Взрослые: понедельник и среда в 19:30.';
  expect((await ask('school', 'когда занятия у взрослых')).text).toBe(adults);
  expect((await ask('school', 'во сколько дети занимаются')).text).toBe('Дети: вторник и четверг в 17:00.');
  expect((await ask('school', 'кто ведёт бачату')).text).toBe('Мария Лебедева — хастл и бачата.');
  expect((await ask('school', 'кто ведёт балет')).kind).not.toBe('answer');
  const days = 'State inspection is done Monday to Thursday, no appointment needed.';
  expect((await ask('dentist', 'inspection on Saturday?')).text).toBe(days);
  expect((await ask('dentist', 'what are your hours on Saturday')).text).toContain('Saturday 10am to 2pm');
});

it('a whole day is how long something takes', async () => {
  const text = 'Химчистка салона — от 9000 ₽, занимает весь день.';
  expect(await ask('workshop', 'сколько по времени химчистка')).toMatchObject({ kind: 'answer', text });
});

it('Russian in Latin letters is answered in Russian', async () => {
  expect((await ask('groomer', 'skolko stoit strizhka koshki')).text).toBe('Стрижка кошек 2500 ₽.');
  expect((await ask('groomer', 'vy rabotaete v voskresenye')).text).toContain('вс 11–18');
});
