import { describe, expect, it } from 'vitest';
import { useTalks } from './testing/open-talk.ts';

/* Where something is: the place of that thing alone is given, and no time for a place. */

const { talkWith } = useTalks({});

const CLINIC = '# О клинике\nСтационар работает круглосуточно. Кабинет рентгена — на втором этаже.';
const CLAUSE = '# О клинике\nСтационар работает круглосуточно, рентген — на втором этаже.';
const CHEMIST = '# Стационар\nСтационар принимает круглосуточно. Аптека — на первом этаже.';
const CAMP =
  '# Лагерь\nЛетний лагерь проходит с 1 июня по 20 августа. Смена длится 14 дней.\n\n# Адрес\nШкола на Пушкина, 14.';
const FINDS = 'Сборник сведений\n\nРентген — на втором этаже. Снимок готов за час.';

type Pairs = Parameters<typeof talkWith>[0]['pairs'];
const ask = async (file: string, question: string, pairs: Pairs = []) =>
  await (await talkWith({ file, pairs }))(question);

it.each([
  [CLINIC, 'где стационар'],
  [CLAUSE, 'где стационар'],
  [CHEMIST, 'где стационар'],
  [CAMP, 'где лагерь'],
  [CAMP, 'где проходит лагерь'],
])('risk: «%s», «%s»: another place, or a time, is given', async (file, question) => {
  expect((await ask(file, question)).kind).not.toBe('answer');
});

it('risk: a pair that says when is given for where', async () => {
  const pairs = [['Когда лагерь?', 'Лагерь с 1 июня по 20 августа.']] as const;
  expect((await ask('# Адрес\nМы на Пушкина, 14.', 'где лагерь', pairs)).kind).not.toBe('answer');
});

it.each([
  [CLINIC, 'где рентген', /втором этаже/],
  [CLINIC, 'где кабинет рентгена', /втором этаже/],
  [CLINIC, 'где находится рентген', /втором этаже/],
  [CLAUSE, 'где рентген', /втором этаже/],
  [CHEMIST, 'где аптека', /первом этаже/],
  [FINDS, 'где рентген', /втором этаже/],
  [FINDS, 'где находится рентген?', /втором этаже/],
  ['# Рентген\nНа втором этаже, кабинет 12.', 'где рентген', /втором этаже/],
])('«%s», «%s»: its place', async (file, question, place) => {
  const { kind, text } = await ask(file, question);
  expect([kind, text]).toEqual(['answer', expect.stringMatching(place)]);
});

it.each([
  ['где парковка', 'Есть ли парковка?', 'Да, у входа три места.'],
  ['где можно купить билеты заранее', 'Можно ли купить билеты заранее?', 'Да, продаём онлайн.'],
])('«%s» is answered by a pair that asks otherwise', async (question, title, text) => {
  expect(await ask('# Адрес\nМы на Пушкина, 14.', question, [[title, text]])).toMatchObject({ kind: 'answer', text });
});

describe('where the business itself is', () => {
  const PARK =
    '# Аренда\nШлем — бесплатно. Этаж пятый, вход платный.\n\n# Где мы\nПрокат у главного входа в парк Горького. Работаем с 9 до 21.';
  const TWO =
    '# Адреса\nСалон на Тверской, 12 работает с 10 до 22. Салон на Арбате, 5 — с 11 до 21. Парковка есть только у первого.';
  const LINE = '# О мастерской\nЧиним мебель с 2010 года. Мы на Пушкина, 14, вход со двора. Звоните заранее.';

  it.each([
    ['где вы', PARK, 'Прокат у главного входа в парк Горького.'],
    ['Где вы находитесь?', PARK, 'Прокат у главного входа в парк Горького.'],
    ['как вас найти', LINE, 'Мы на Пушкина, 14, вход со двора.'],
    ['подскажите ваш адрес, пожалуйста', LINE, 'Мы на Пушкина, 14, вход со двора.'],
    ['У вас какой адрес?', LINE, 'Мы на Пушкина, 14, вход со двора.'],
    ['скажите, где у вас мастерская находится', LINE, 'Мы на Пушкина, 14, вход со двора.'],
    ['где находитесь', LINE, 'Мы на Пушкина, 14, вход со двора.'],
    [
      'where are you located?',
      '# Contacts\nWe are at 14 Baker Street, next to the bank. Call us.',
      'We are at 14 Baker Street, next to the bank.',
    ],
    [
      "What's your address?",
      '# Contacts\nWe are at 14 Baker Street, next to the bank. Call us.',
      'We are at 14 Baker Street, next to the bank.',
    ],
    ['как до вас добраться?', PARK, 'Прокат у главного входа в парк Горького.'],
  ])('«%s» over «%s»', async (question, file, text) => {
    expect(await ask(file, question)).toMatchObject({ kind: 'answer', text });
  });

  it.each(['адрес', 'где ваш салон?', 'где вы находитесь?'])(
    'risk: «%s» gets one of two addresses',
    async (question) => {
      const { text } = await ask(TWO, question);
      expect(text).toMatch(/Тверской, 12[\s\S]*Арбате, 5/u);
    },
  );

  it('a pair that says it stands before a file', async () => {
    const pairs = [['Где вы находитесь?', 'Москва, Лесная, 7.']] as const;
    expect(await ask(TWO, 'как вас найти', pairs)).toMatchObject({ kind: 'answer', text: 'Москва, Лесная, 7.' });
  });

  it.each(['где?', 'где вы берёте ткань?', 'где вы доставляете', 'адрес склада', 'где вы в Казани?'])(
    'risk: «%s» gets the address',
    async (question) => {
      expect((await ask(LINE, question)).text).not.toContain('Пушкина');
    },
  );

  it.each([
    ['# О нас\nМы находимся на ул. Пушкина, 14. Звоните.', 'Мы находимся на ул. Пушкина, 14.'],
    ['# Контакты\nАдрес: г. Самара, ул. Ленина, д. 5. Телефон 8 800 555-35-35.', 'Адрес: г. Самара, ул. Ленина, д. 5.'],
    [
      '# Где мы\nМагазин на улице Ленина, 5. Понедельник 9:00–18:00.\n\n# Кабинет\nАдрес доставки можно изменить в кабинете.',
      'Магазин на улице Ленина, 5.',
    ],
  ])('all of the address and nothing beside it: «%s»', async (file, text) => {
    expect(await ask(file, 'где вы?')).toMatchObject({ kind: 'answer', text });
  });

  it.each([
    '# О нас\nМы на рынке с 2010 года. Мы на связи с 9 до 21. Мы в отпуске до 10 августа.',
    '# Контакты\nТелефон 8 800 555-35-35. Понедельник 9:00–18:00.',
    '# Кабинет\nАдрес доставки можно изменить в личном кабинете.',
  ])('risk: what is no address is given as one: «%s»', async (file) => {
    expect((await ask(file, 'ваш адрес')).kind).not.toBe('answer');
  });

  it('risk: two pieces with one and the same address are asked about', async () => {
    const twice =
      '# О нас\nМы находимся на улице Ленина, 5. Чиним с 2010 года.\n\n# Контакты\nМы находимся на улице Ленина, 5.';
    expect(await ask(twice, 'ваш адрес')).toMatchObject({ kind: 'answer', text: 'Мы находимся на улице Ленина, 5.' });
  });

  it('risk: one town of two is given', async () => {
    const towns = '# Самара\nМы находимся на улице Ленина, 5.\n\n# Казань\nМы находимся на улице Баумана, 10.';
    expect((await ask(towns, 'ваш адрес')).kind).toBe('clarify');
  });

  it('risk: no address is known, and a floor or an entrance of something else is given', async () => {
    expect((await ask('# Аренда\nШлем — бесплатно. Подъём на этаж — 300 ₽. Вход платный.', 'где вы?')).kind).not.toBe(
      'answer',
    );
  });
});
