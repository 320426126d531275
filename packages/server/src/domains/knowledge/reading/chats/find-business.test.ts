import { describe, expect, it } from 'vitest';
import { findBusiness } from './find-business.ts';
import type { ChatTurn } from './turns/chat-turns.ts';

const turnsOf = (lines: readonly string[]): ChatTurn[] =>
  lines.map((line) => {
    const [speaker = '', ...said] = line.split(': ');
    return { speaker, lines: [said.join(': ')] };
  });
const find = (lines: readonly string[]) => [...findBusiness(turnsOf(lines))];

describe('the business of a chat', () => {
  it.each([
    [
      'by the name of a contact',
      'Оля Магазин Лента: Здравствуйте, делаете ремонт стиралок?',
      'Рустем: Да, от 1500 ₽. Какая модель?',
      'Оля Магазин Лента: LG, я на Гагарина 4, муж Ильнур в запое',
      'Рустем: Когда удобно?',
      'Оля Магазин Лента: после 18, 3 этаж справа',
    ],
    [
      'by a name with a role in it',
      'Бот Айгерим: Сәлем, сколько стоит торт?',
      'Dana Cakes: 10 000 тг. Какая начинка?',
      'Бот Айгерим: Сникерс, сыну Ерлану 7 лет, Абая 10',
      'Dana Cakes: На какую дату?',
      'Бот Айгерим: на 5 мая, звонить 87011234567',
    ],
    [
      'in a family',
      'Мастерица: Добрый день! Вы оставляли заявку. Что нужно сшить?',
      'Гузель Ш: платье, мы живем на Чехова 9 делаем свадьбу 5000 руб бюджет',
      'Мастерица: Какой размер?',
      'Гузель Ш: 48, после операции на груди',
      'Мастерица: Сколько человек?',
      'Гузель Ш: едем вдвоём с мамой Раисой Фатыховной',
      'Мастерица: Хорошо. Пришлите адрес?',
      'Гузель Ш: Чехова 9-12',
    ],
    [
      'of a doctor',
      'Анна Психолог: Здравствуйте. Что вас беспокоит?',
      'Клара: Депрессия, мы с мужем ругаемся, думаю о суициде',
      'Анна Психолог: Давно?',
      'Клара: с января, пьём антидепрессанты за 2000 руб',
      'Анна Психолог: Как зовут мужа?',
      'Клара: Вильдан, работает в банке',
    ],
    [
      'of a tailor',
      'Sue Tailor: Hi! What do you need altered?',
      'Keisha: a dress, we are at 9 Elm Rd, our wedding is 5 May, £200 budget',
      'Sue Tailor: What size are you?',
      'Keisha: 18, I had a mastectomy',
      'Sue Tailor: When can you come?',
      'Keisha: we can come Friday, my ex husband must not know',
      'Sue Tailor: What is your number?',
      'Keisha: 07700 900123',
    ],
    [
      'by questions of no kind',
      'Мария: Здравствуйте! Расскажете?',
      'Лейсан: Мы с мужем взяли ипотеку, платим 40 000 руб',
      'Мария: А дальше?',
      'Лейсан: Делаем ремонт, живём у мамы',
    ],
  ])('risk: a customer who is asked %s answers for it', (_name, ...lines) => {
    const customer = lines.find((line) => !line.includes('?'))?.split(':')[0] ?? '';
    expect(find(lines)).not.toContain(customer);
  });

  it('risk: the customer who saved the chat is taken for it', () => {
    const said = ['Я: Сколько стоит?', 'Мастер Пётр: 500. Куда ехать?', 'Я: Лесная 5, мужа нет дома'];
    expect(find([...said, 'Мастер Пётр: Во сколько?', 'Я: после 9, ключ под ковриком'])).not.toContain('Я');
  });

  it('risk: a stranger beside the manager is taken for it', () => {
    const lines = [
      ...['Лаура: Сколько стоит?', 'Менеджер: 500 ₽', 'Поддержка Банка: Пришлите код на номер 9000.'],
      ...['Лаура: куда платить?', 'Поддержка Банка: На карту 4276 1234 5678 9012'],
    ];
    expect(find(lines)).toEqual(['Менеджер']);
  });

  it('risk: another customer of a group is taken for it', () => {
    const lines = [
      ...['Клиент Анна: Когда начало?', 'Зульфия: и во сколько заканчивается?', 'Клиент Анна: парковка есть?'],
      ...['Зульфия: я с ребёнком-инвалидом, приедем с Гагарина 4', 'Лена: Начало в 10', 'Клиент Анна: а фото будут?'],
      'Зульфия: вчера были, мой муж снимал, у него телефон 89171234567',
    ];
    expect(find(lines)).not.toContain('Зульфия');
  });

  it.each([
    [
      'one who asks back',
      'Лена',
      ['Марина: Сколько стоит торт?', 'Лена: 3000 ₽. На какую дату?', 'Марина: на субботу'],
    ],
    [
      'one who speaks of himself',
      'Олег',
      ['Ян: Вы работаете завтра?', 'Олег: Да, я с 9 до 18.', 'Ян: ок', 'Олег: 500 ₽'],
    ],
    [
      'an English one',
      'Cake House',
      ['Mary: Do you deliver?', 'Cake House: Yes, £5.', 'Mary: my flat is 4', 'Cake House: Ok'],
    ],
    [
      'one who opens',
      'Аня',
      ['Аня: Добрый день!', 'Ира: Сколько стоит стрижка?', 'Аня: 900 ₽', 'Ира: а детям?', 'Аня: 500 ₽'],
    ],
  ])('is %s', (_name, business, lines) => {
    expect(find(lines)).toEqual([business]);
  });
});
