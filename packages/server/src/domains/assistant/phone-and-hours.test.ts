import { expect, it } from 'vitest';
import { useTalks } from './testing/open-talk.ts';

/* How to reach the business and when it is open, of a file that says both in one breath. */

const { ask, talkWith } = useTalks({
  salon: {
    file: `# О салоне
Салон красоты «Ива» работает с 10:00 до 21:00 без выходных. Адрес: г. Тверь, ул. Советская, 14. Телефон: +7 4822 55-10-10. Почта: iva@example.ru. Запись по телефону или на сайте.

# Прайс
Стрижка — 1500 ₽. Маникюр — 1200 ₽.`,
  },
  vet: { file: '# Клиника\nПринимаем кошек и собак. Работаем круглосуточно. Тел. 8-800-200-30-40' },
  clinic: { file: '# Контакты\nТелефон регистратуры: 8 (495) 123-45-67. Телефон лаборатории: 8 (495) 765-43-21.' },
  english: {
    file: `# About us
Willow Salon is open 9am to 7pm, Monday to Saturday. Phone: +44 20 7946 0123. Email: hello@willow.example.`,
  },
  pairs: {
    file: '# О нас\nМагазин техники.',
    pairs: [
      ['Какой у вас телефон?', 'Звоните: +7 900 111-22-33.'],
      ['Какой телефон склада?', 'Склад: +7 900 444-55-66.'],
    ],
  },
});

const PHONE = 'Телефон: +7 4822 55-10-10.';
const HOURS = 'Салон красоты «Ива» работает с 10:00 до 21:00 без выходных.';
const OPEN = 'Willow Salon is open 9am to 7pm, Monday to Saturday.';

it.each([
  ['salon', 'номер телефона салона', PHONE],
  ['salon', 'подскажите ваш телефон', PHONE],
  ['salon', 'тел подскажите', PHONE],
  ['salon', 'как вам позвонить?', PHONE],
  ['salon', 'по какому номеру записаться', PHONE],
  ['salon', 'а по телефону записаться можно, какой номер?', PHONE],
  ['salon', 'ваша почта?', 'Почта: iva@example.ru.'],
  ['salon', 'контакты', `${PHONE}\nПочта: iva@example.ru.`],
  ['salon', 'режим работы', HOURS],
  ['salon', 'до скольки вы работаете', HOURS],
  ['salon', 'в воскресенье работаете?', HOURS],
  ['salon', 'есть выходные?', HOURS],
  ['salon', 'во сколько закрываетесь', HOURS],
  ['vet', 'телефон', 'Тел. 8-800-200-30-40'],
  ['vet', 'ночью работаете?', 'Работаем круглосуточно.'],
  ['vet', 'вы работаете в 3 ночи?', 'Работаем круглосуточно.'],
  ['clinic', 'телефон лаборатории', 'Телефон лаборатории: 8 (495) 765-43-21.'],
  ['clinic', 'телефон', 'Телефон регистратуры: 8 (495) 123-45-67.\nТелефон лаборатории: 8 (495) 765-43-21.'],
  ['english', 'what is your phone number?', 'Phone: +44 20 7946 0123.'],
  ['english', 'how can I call you', 'Phone: +44 20 7946 0123.'],
  ['english', 'your email?', 'Email: hello@willow.example.'],
  ['english', 'when do you close?', OPEN],
  ['english', 'are you open on Sunday?', OPEN],
  ['pairs', 'номер телефона', 'Звоните: +7 900 111-22-33.'],
  ['pairs', 'телефон склада', 'Склад: +7 900 444-55-66.'],
] as const)('%s, «%s»: «%s»', async (business, question, text) => {
  expect(await ask(business, question)).toMatchObject({ kind: 'answer', text });
});

it.each([
  ['salon', 'номер телефона мастера', 'is of somebody of whom nothing is said'],
  ['salon', 'чините телефоны?', 'is of goods'],
  ['pairs', 'телефоны есть?', 'is of goods'],
  ['clinic', 'телефон бухгалтерии', 'is of another room'],
  ['english', 'do you repair phones?', 'is of goods'],
] as const)('risk: %s, «%s» gets a number, though it %s', async (business, question, _why) => {
  const { kind, text } = await ask(business, question);
  expect(kind === 'answer' && /\d{2}-\d{2}/u.test(text)).toBe(false);
});

it('risk: a fax is given for a phone', async () => {
  const talk = await talkWith({ file: '# Контакты\nФакс: 8 (495) 111-11-11. Телефон: 8 (495) 222-22-22.' });
  expect(await talk('какой у вас телефон')).toMatchObject({ kind: 'answer', text: 'Телефон: 8 (495) 222-22-22.' });
});

it.each([
  ['до скольки работаете', 'Стоимость сложных работ после осмотра. Работаем 11–19.', 'Работаем 11–19.'],
  ['до скольки работаете', 'Режим: пн-пт 7–23. Детская комната работает с 16 до 20.', 'Режим: пн-пт 7–23.'],
  ['до скольки вы открыты?', 'Режим: пн-пт 7–23, вс 11–18. Звоните заранее.', 'Режим: пн-пт 7–23, вс 11–18.'],
])('«%s» of «%s»: «%s»', async (question, file, text) => {
  const talk = await talkWith({ file: `# О нас\n${file}` });
  expect(await talk(question)).toMatchObject({ kind: 'answer', text });
});

it('risk: how long a job takes is given for the hours of the shop', async () => {
  const talk = await talkWith({ file: '# Services\nOil changes take 30 minutes. Visits take about 3 hours.' });
  expect((await talk('hours')).kind).not.toBe('answer');
});

it('an answer that is taken for what it says has no confidence of a search by other words', async () => {
  expect(await ask('salon', 'режим работы')).toMatchObject({ kind: 'answer', text: HOURS, confidence: null });
  expect(await ask('salon', 'сколько стоит маникюр')).toMatchObject({ kind: 'answer', confidence: expect.any(Number) });
});

it.each([
  ['Праздничные дни — с 10 до 18.', 'вы работаете в праздники?'],
  ['В праздничные дни — с 10 до 18.', 'вы работаете в праздники?'],
  ['Holidays: 10am–6pm.', 'are you open on holidays?'],
])('a line of the hours may begin with the holidays: «%s»', async (line, question) => {
  const talk = await talkWith({
    file: `# ${line.startsWith('H') ? 'Opening hours' : 'Часы работы'}\nПн–Пт с 9 до 20. ${line}`,
  });
  expect(await talk(question)).toMatchObject({ kind: 'answer', text: expect.stringContaining(line) });
});

const PARTS = `# Адрес и часы
Мы находимся на улице Кирова, 48. Приём терапевта: с понедельника по пятницу с 9:00 до 20:00, в субботу и воскресенье с 10:00 до 17:00.
Хирург принимает только во вторник и четверг с 12:00 до 18:00.`;

it.each([
  'а хирург в понедельник есть?',
  'есть ли хирург в пятницу?',
  'хирург по субботам',
  'хирург вечером в пятницу',
])('risk: «%s» gets the hours of another doctor, for the day that they name', async (question) => {
  expect((await (await talkWith({ file: PARTS }))(question)).text).not.toMatch(/терапевт/);
});

it.each([
  ['# Правила\nБассейн открыт с 9:00 до 21:00, подогрева нет. Заезд с 14:00.', 'во сколько открываетесь'],
  ['# Правила\nБассейн открыт с 9:00 до 21:00, подогрева нет. Заезд с 14:00.', 'когда открываетесь'],
  ['# Opening hours\nApril to October: every day 8:30 am to 6 pm.', 'until what time is the cafe open'],
  ['# Часы работы\nЕжедневно с 8 до 22.', 'до скольки работает ресторан'],
])('risk: of «%s», «%s» gets the hours of another part of the house', async (file, question) => {
  expect((await (await talkWith({ file }))(question)).kind).not.toBe('answer');
});

it.each([
  ['# Часы работы\nЕжедневно с 8 до 22.', 'до скольки работает магазин'],
  ['# Кафе «Зерно»\nЧасы работы: ежедневно с 8 до 22.', 'до скольки работает кафе'],
  ['# Бассейн «Волна»\nБассейн открыт с 9:00 до 21:00.', 'во сколько открываетесь'],
])('of «%s», «%s» gets the hours', async (file, question) => {
  expect((await (await talkWith({ file }))(question)).kind).toBe('answer');
});

it('risk: under a heading of its own the pool has the hours of the house', async () => {
  const file = '# Бассейн\nБассейн открыт с 9:00 до 21:00, подогрева нет.\n\n# Заезд\nЗаезд с 14:00, выезд до 12:00.';
  const talk = await talkWith({ file });
  expect((await talk('во сколько открываетесь')).kind).not.toBe('answer');
  expect((await talk('бассейн до скольки работает')).text).toContain('9:00');
});
