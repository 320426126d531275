import { expect, it } from 'vitest';
import { doubtAnswer } from './doubt-answer.ts';

const pair = (title: string, text: string) => ({ id: '1', kind: 'qa' as const, title, text, score: 10 });
const delivery = pair('Сколько стоит доставка по Казани?', 'Доставка по Казани — 350 ₽, от 3000 ₽ бесплатно.');
const coffee = pair('Сколько стоит Эфиопия Иргачефф?', 'Эфиопия Иргачефф — 1150 ₽ за 250 г.');
const hours = pair('Во сколько вы открываетесь?', 'Мы работаем каждый день с 10 до 20.');
const abroad = pair('Do you ship abroad?', 'We ship to Kazakhstan and Belarus, from 900 roubles.');

it.each([
  ['Сколько стоит доставка по Самаре?', delivery],
  ['Доставка в Москву сколько?', delivery],
  ['сколько стоит Эфиопия Сидамо', coffee],
  ['Do you ship to Germany?', pair('Do you ship to Belarus?', 'Yes, from 900 roubles.')],
  ['сколько стоит доставка по самаре', delivery],
  ['сколько стоит эфиопия сидамо', coffee],
  ['do you ship to germany', pair('Do you ship to Belarus?', 'Yes, from 900 roubles.')],
  ['есть размер 48?', pair('Есть ли размер 44?', 'Да.')],
])('«%s» names another thing than the pair', (question, passage) => {
  expect(doubtAnswer({ question, passage })).toBe('names another thing');
});

it.each(['скидка студентам', 'студентам скидка есть?', 'есть скидки школьникам'])(
  '«%s» names another one than who gets it',
  (question) => {
    const passage = pair('Есть ли скидки?', 'Пенсионерам — 10 %.');
    expect(doubtAnswer({ question, passage })).toBe('names another thing');
    expect(doubtAnswer({ question: 'есть скидки пенсионерам', passage })).toBeUndefined();
  },
);

it.each([
  ['сколько стоит', hours],
  ['А сколько стоит?', delivery],
  ['цена', coffee],
  ['how much?', abroad],
])('«%s» asks of nothing', (question, passage) => {
  expect(doubtAnswer({ question, passage })).toBe('asks of nothing');
});

it('an own order is asked of a person, unless the owner has written what to do', () => {
  const question = 'Где мой заказ 4512?';
  expect(doubtAnswer({ question, passage: delivery })).toBe('asks of an own order');
  expect(doubtAnswer({ question, passage: pair('Где мой заказ?', 'Номер отправления — в письме.') })).toBeUndefined();
});

it.each([
  ['Сколько стоит доставка по Казани?', delivery],
  ['Почём доставка в Казань?', delivery],
  ['доставка по казане скоко', delivery],
  ['Сколько стоит Эфиопия Иргачеф?', coffee],
  ['Здравствуйте! Подскажите, Вы во сколько открываетесь?', hours],
  ['Do You Ship To Belarus?', abroad],
  ['Are you open on Monday?', pair('When are you open?', 'Every day 9 to 9.')],
  ['где вы?', pair('Где вы находитесь?', 'Москва, Полянка, 12.')],
  ['Сколько стоит?', pair('Сколько стоит?', 'Всё по 100 ₽.')],
  ['Сколько стоит доставка по Казани?\nИ когда привезёте?', delivery],
  ['СКОЛЬКО СТОИТ ДОСТАВКА', delivery],
  ['Do you ship to Germany?', abroad],
  ['do you ship to belarus', abroad],
  ['сколько стоит доставка по казанни', delivery],
  ['сколько стоит доставить по казани', delivery],
  ['есть размер 44 на складе?', pair('Есть ли размер 44?', 'Да.')],
  ['edit order 4512', pair('edit order 9934', 'Open the list of orders.')],
])('«%s» is about the pair', (question, passage) => {
  expect(doubtAnswer({ question, passage })).toBeUndefined();
});

it('a thing in the place of that of the pair is another one, whatever akin to it the answer names', () => {
  const sizes = pair('Какие размеры у дивана «Норд»?', 'Ширина 230 см, глубина 98 см. Спальное место 150 × 200 см.');
  expect(doubtAnswer({ question: 'Какие размеры у кровати?', passage: sizes })).toBe('names another thing');
  expect(doubtAnswer({ question: 'Какие размеры у дивана?', passage: sizes })).toBeUndefined();
});

const withPassport = pair('Можно ли получить заказ по паспорту?', 'Да, с паспортом.');

it.each([
  ['а без паспорта можно?', withPassport],
  ['Можно получить заказ без паспорта?', withPassport],
  ['Привезёте без предоплаты?', pair('Нужна ли предоплата?', 'Да, предоплата — 30 %.')],
  ['Можно прийти с собакой?', pair('Можно прийти без собаки?', 'Да, конечно.')],
  ['Можно без паспорта?', pair('Нужен ли паспорт?', 'Нет.')],
  ['С собакой нельзя?', pair('Можно прийти с собакой?', 'Да.')],
  ['Can I return it without a receipt?', pair('Can I return it with a receipt?', 'Yes, within 14 days.')],
  ['Can I come with a dog?', pair('Can I come without a dog?', 'Sure, yes.')],
])('«%s» is no question that the yes or no of the pair answers', (question, passage) => {
  expect(doubtAnswer({ question, passage })).toBe('asks the opposite');
});

it.each([
  ['а без паспорта можно?', pair('Можно ли получить заказ без паспорта?', 'Да, по коду из сообщения.')],
  ['Можно без паспорта?', pair('Нужен ли паспорт?', 'Нет, без паспорта тоже можно.')],
  ['Получить заказ без паспорта?', pair('Как получить заказ по паспорту?', 'Заказ выдаём только по паспорту.')],
  ['Вы работаете в выходные?', pair('Вы работаете без выходных?', 'Да, без выходных.')],
  ['Нельзя ли оплатить картой?', pair('Можно ли оплатить картой?', 'Да.')],
  ['Курить нельзя?', pair('Можно ли курить?', 'Нет, курить нельзя.')],
])('«%s» is answered by what the pair says itself', (question, passage) => {
  expect(doubtAnswer({ question, passage })).toBeUndefined();
});

const old = pair('Вывозите старую мебель?', 'Да, вывезем старый диван или шкаф за 2 000 ₽.');
const parking = pair('Есть ли у вас парковка?', 'Да, во дворе бесплатная парковка.');
const schedule = pair('Какой у вас график работы?', 'Каждый день с 10:00 до 20:00.');
const samples = pair('Можно ли посмотреть образцы тканей?', 'Образцы тканей есть в салоне.');
const credit = pair('Можно ли купить в рассрочку?', 'Да, рассрочка на 6 месяцев без переплаты.');
const pool = pair('Is there a pool?', 'Yes, the pool is open until 10 pm.');
const warranty = pair('Is there a warranty on your work?', 'Yes, three months on labour.');

it.each([
  ['старый холодильник вывезете?', old],
  ['образцы обоев есть?', samples],
  ['парковка для грузовиков', parking],
  ['график на праздники', schedule],
  ['рассрочка через другой банк', credit],
  ['парковка для больших грузовиков', parking],
  ['is there a pool for dogs', pool],
  ['is there a warranty on parts', warranty],
])('risk: «%s» gets the pair that has all its words but the thing that is asked about', (question, passage) => {
  expect(doubtAnswer({ question, passage })).toBe('names another thing');
});

it.each([
  ['Есть ли у вас шлемы?', pair('Есть ли у вас в продаже велосипеды, самокаты и запчасти?', 'Нет, только ремонт.')],
  ['продаёте ли шлемы', { ...pair('О нас › Магазин', 'Велосипеды не продаём, только ремонт.'), kind: 'file' as const }],
  ['do you sell helmets?', pair('Do you sell new bikes, scooters or parts here?', 'No, only repairs.')],
])('risk: «%s» gets words that know nothing of it, however long the question of the pair is', (question, passage) => {
  expect(doubtAnswer({ question, passage })).toBe('has another subject');
});

const aboutUs = (text: string) => ({ ...pair('О нас', text), kind: 'file' as const });

it.each([
  ['доставка бесплатная?', pair('Ремонт царапин бесплатный?', 'Да.')],
  ['доставка бесплатная?', aboutUs('Мелкие царапины убираем бесплатно при заказе от 5000 ₽.')],
  ['отбеливание бесплатное?', pair('Консультация бесплатная?', 'Да, первая консультация бесплатная.')],
  ['соус бесплатно?', aboutUs('Доставка бесплатная от 1500 ₽.')],
  ['is whitening free?', aboutUs('The first consultation is free.')],
])('risk: «%s» gets what else is free', (question, passage) => {
  expect(doubtAnswer({ question, passage })).toBe('has another subject');
});

it.each([
  ['парковка бесплатная?', aboutUs('Парковка во дворе бесплатная.')],
  ['доставка бесплатная?', pair('Сколько стоит доставка?', '300 ₽.')],
  ['что у вас бесплатно?', pair('Что у вас бесплатно?', 'Кофе и вода.')],
])('«%s» is answered by what it costs', (question, passage) => {
  expect(doubtAnswer({ question, passage })).toBeUndefined();
});

it('risk: a list has each word of the question, in two of its lines', () => {
  const text = 'Замена камеры — 600 ₽\nРемонт тормозов — 1 200 ₽\nЧистка цепи — 400 ₽';
  const list = { ...pair('О мастерской › Цены', text), kind: 'file' as const, heading: 'Цены' };
  expect(doubtAnswer({ question: 'почём ремонт цепи', passage: list })).toBe('names another thing');
  expect(doubtAnswer({ question: 'почём чистка цепи', passage: list })).toBeUndefined();
});

it('a thing that another passage knows is not answered by one that does not', () => {
  const pickUp = { ...pair('Самовывоз', 'Самовывоз со склада по будням с 9:00 до 17:00.'), kind: 'file' as const };
  const asked = { question: 'парковка склада', passage: parking };
  expect(doubtAnswer({ ...asked, others: [pickUp] })).toBe('names another thing');
  expect(doubtAnswer(asked)).toBeUndefined();
});

it.each([
  ['вывозите старый диван?', old],
  ['парковка платная?', parking],
  ['а парковка у вас во дворе?', parking],
  ['рассрочка на 12 месяцев есть?', credit],
  ['приехать с большой собакой можно?', pair('Можно приехать с собакой?', 'Да, живут у нас без доплаты.')],
  ['чи є у вас парковка для дітей', parking],
  ['is the pool open in the evening until 10 pm', pool],
  ['образцы тканей есть на складе?', samples],
])('«%s» is a question of the pair in other words', (question, passage) => {
  expect(doubtAnswer({ question, passage })).toBeUndefined();
});

const row = { ...pair('', 'Куда: До 10 км от МКАД; Цена: 1400 ₽'), kind: 'file' as const, heading: 'Доставка' };
const vouchers = pair('Есть ли подарочные сертификаты?', 'Да, сертификаты на 2000, 5000 и 10 000.');
const free = pair('Сколько стоит доставка?', 'Доставка 350 ₽, от 5000 ₽ бесплатно.');
const within = pair('Есть ли доставка за город?', 'Да, доставка до 30 км от города — 900 ₽.');
const bike = pair('Есть детский велосипед?', 'Да, детский велосипед Форвард за 12 900 ₽.');

it.each([
  ['доставка 20 км от мкад сколько стоит', row],
  ['Есть ли сертификат на 50000?', vouchers],
  ['есть сертификаты на 50 тыс', vouchers],
  ['сертификат за 3 000 рублей есть?', vouchers],
  ['доставка за город 40 километров есть?', within],
  ['Есть детский велосипед за 5000 рублей?', bike],
])('risk: «%s» gets the figures of another case', (question, passage) => {
  expect(doubtAnswer({ question, passage })).toBe('asks for another figure');
});

it.each([
  ['доставка 7 км от мкад сколько стоит', row],
  ['Есть ли сертификат на 10000?', vouchers],
  ['сертификат на 5 тыс. есть?', vouchers],
  ['сертификат на 2000 есть?', vouchers],
  ['доставка бесплатная при заказе на 6000?', free],
  ['сколько стоит доставка, если заказ на 3000 ₽?', free],
  ['доставка за город 20 км есть?', within],
  ['Есть детский велосипед до 15 000 рублей?', bike],
  ['Купил детский велосипед за 9000 рублей, есть детский шлем?', bike],
  ['доставка в 18:30 25.12.2026 сколько стоит?', free],
])('«%s» is answered by a figure that holds it', (question, passage) => {
  expect(doubtAnswer({ question, passage })).not.toBe('asks for another figure');
});
