import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTurn } from './testing/build-turn.ts';
import { type StartedDecider, startDecider } from './testing/start-decider.ts';

/* A price list names what is done by nouns, customers ask for it by verbs. */

const TUBE = 'Замена камеры — 600 ₽, камера оплачивается отдельно.';
const GEARS = 'Настройка переключателей — 900 ₽.';
const ASSEMBLY = 'Сборка велосипеда — 1 500 ₽, делаем в день доставки.';
const DELIVERY = 'Доставка по Казани — 400 ₽.';
const LENGTH = 'Обычно 1–2 дня.';
const pairs = [
  ['Часы работы', 'Работаем ежедневно с 10:00 до 20:00.'],
  ['Где вы находитесь?', 'Казань, улица Баумана, 12.'],
  ['Вы продаёте велосипеды?', 'Велосипеды не продаём, только ремонт.'],
  ['Сколько стоит замена камеры?', TUBE],
  ['Сколько стоит настройка переключателей?', GEARS],
  ['Вы собираете велосипеды?', ASSEMBLY],
  ['Сколько стоит доставка?', DELIVERY],
  ['Как записаться на ремонт?', 'Позвоните +7 843 200-10-20.'],
  ['Есть ли гарантия на работы?', 'Гарантия на работы — 3 месяца.'],
  ['Сколько длится ремонт?', LENGTH],
].map(([question = '', answer = '']) => ({ question, answer }));

let started: StartedDecider;
beforeAll(async () => {
  started = await startDecider(pairs);
});
afterAll(() => started.close());

const ask = async (question: string) => await started.build()(buildTurn(question));

it.each([
  ['сколько стоит поменять камеру?', TUBE],
  ['сколько стоит заменить камеру', TUBE],
  ['меняете камеры?', TUBE],
  ['сколько стоит настроить переключатели', GEARS],
  ['отрегулировать переключатели сколько стоит', GEARS],
  ['сколько стоит собрать велосипед', ASSEMBLY],
  ['сборка велосипеда и доставка сколько стоят', `${ASSEMBLY}\n\n${DELIVERY}`],
])('«%s» is asked in other words than it is answered', async (question, answer) => {
  expect(await ask(question)).toMatchObject({ kind: 'answer', text: answer });
});

it.each([
  'сколько стоит поменять седло',
  'починить колесо сколько стоит',
  'есть ли у вас шлемы?',
  'самокаты собираете?',
])('risk: «%s» gets what is true of another thing', async (question) => {
  expect((await ask(question)).kind).not.toBe('answer');
});

it('risk: how long it takes is given for a price', async () => {
  expect((await ask('сколько стоит ремонт?')).kind).not.toBe('answer');
  expect(await ask('сколько длится ремонт?')).toMatchObject({ kind: 'answer', text: LENGTH });
});
