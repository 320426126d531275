import { expect, it } from 'vitest';
import { useTalks } from './testing/open-talk.ts';

/* When something takes place, and how old somebody is: figures of another kind stand beside both. */

const { ask, talkWith } = useTalks({
  pool: {
    file: `# Школа плавания «Дельфин»
Группы для детей с 5 лет. Занятие длится 45 минут. Абонемент на 8 занятий — 6400 ₽, разовое занятие — 1000 ₽. Расписание: вторник и четверг в 17:00 и 18:00, суббота в 11:00.`,
  },
  clinic: {
    file: '# Врачи\nКардиолог Иванова Анна Петровна, стаж 15 лет. Терапевт Смирнов Олег Игоревич, возраст 40 лет.',
  },
});

const TIMES = 'Расписание: вторник и четверг в 17:00 и 18:00, суббота в 11:00.';
const PRICES = 'Абонемент на 8 занятий — 6400 ₽, разовое занятие — 1000 ₽.';

it.each([
  ['когда занятия?', TIMES],
  ['во сколько занятия', TIMES],
  ['по каким дням занятия?', TIMES],
  ['сколько стоит и когда занятия?', `${PRICES}\n\n${TIMES}`],
])('«%s»: «%s»', async (question, text) => {
  expect(await ask('pool', question)).toMatchObject({ kind: 'answer', text });
});

it('risk: «когда тренировки?» gets the times of one of two groups', async () => {
  const talk = await talkWith({
    file: '# Взрослые\nТренировки во вторник в 20:00.\n\n# Дети\nТренировки в субботу в 11:00.',
  });
  const { kind, text = '' } = await talk('когда тренировки?');
  const given = ['20:00', '11:00'].filter((time) => kind === 'answer' && text?.includes(time) === true);
  expect(given).not.toHaveLength(1);
});

it('risk: years at work are given for an age', async () => {
  expect((await ask('clinic', 'сколько лет кардиологу')).kind).not.toBe('answer');
  expect((await ask('clinic', 'сколько лет терапевту')).text).toContain('40 лет');
});

it.each([
  ['с какого возраста берёте?', 'Дети занимаются с 7 лет.'],
  ['от скольки лет дети занимаются', 'Дети занимаются с 7 лет.'],
  ['деньги вернете?', 'Деньги за неиспользованный абонемент возвращаем по заявлению в течение 10 дней.'],
])('of rules in sentences, «%s»: «%s»', async (question, text) => {
  const talk = await talkWith({
    file: `# Правила
Обувь в зале не нужна, занимаемся в носках. Дети занимаются с 7 лет. Отменить запись можно за 3 часа до занятия. Тренер с опытом от 5 лет. Ключи от шкафчика сдают на стойке.

# Возврат
Деньги за неиспользованный абонемент возвращаем по заявлению в течение 10 дней.`,
  });
  expect(await talk(question)).toMatchObject({ kind: 'answer', text });
});

it.each([
  ['когда занятия?', '# Цены\nВсе занятия платные, абонемент 4000 ₽.'],
  ['когда занятия?', '# О нас\nТо, что занятия бесплатны, неправда.'],
])('risk: «%s» is answered by «%s», which names no day', async (question, file) => {
  expect((await (await talkWith({ file }))(question)).kind).not.toBe('answer');
});

it('risk: years of a guarantee are taken for an age', async () => {
  const pairs = [['Сколько лет гарантии на двигатель?', 'Гарантия 5 лет.']] as const;
  const talk = await talkWith({ file: '# О нас\nАвтосервис.', pairs });
  expect(await talk('Сколько лет гарантии на двигатель?')).toMatchObject({ kind: 'answer', text: 'Гарантия 5 лет.' });
});

it.each(['до скольки вы работаете', 'до скольки работаете?', 'ресторан до скольки', 'в скольки городах вы есть'])(
  'risk: the one line with an age answers «%s»',
  async (question) => {
    const talk = await talkWith({
      file: '# Номера\nДополнительное место 700 руб. в сутки, дети до 3 лет без места бесплатно. Завтрак 350 руб.',
    });
    expect((await talk(question)).kind).not.toBe('answer');
    expect((await talk('до скольки лет дети бесплатно')).text).toContain('до 3 лет');
  },
);

it.each(['аптека до скольки', 'до скольки завтрак', 'с скольки растяжка'])(
  'risk: «%s» gets words without a time of the day',
  async (question) => {
    const talk = await talkWith({
      file: '# Питание\nЗавтрак 350 руб., ужин 400 руб.\n\n# С собой\nНа растяжку носки и коврик.',
      pairs: [['Есть ли у вас аптека?', 'Аптека есть, корма продаём лечебные.']],
    });
    expect((await talk(question)).kind).not.toBe('answer');
  },
);

it('risk: the age from which a test is wanted is the age from which somebody is taken', async () => {
  const talk = await talkWith({
    file: '# Операции\nПеред наркозом животным старше 7 лет обязательно ЭХО сердца и биохимия.',
    pairs: [
      ['С какого возраста стерилизуют кошек?', 'С 7 месяцев, если кошка здорова.'],
      ['С какого возраста кастрируют котов?', 'С 8 месяцев.'],
      ['Сколько стоит стерилизация кошки?', 'Стерилизация кошки стоит 5200 ₽.'],
    ],
  });
  expect((await talk('с какого возраста?')).text).not.toContain('ЭХО');
  expect((await talk('стерилизация кошки', 'с какого возраста?')).text).not.toContain('ЭХО');
  expect((await talk('с какого возраста стерилизуют кошек')).text).toContain('7 месяцев');
});
