import { describe, expect, it } from 'vitest';
import type { FoundPassage } from '../../../knowledge/index.ts';
import { asksNarrower } from './asks-narrower.ts';
import { asksOfAnother } from './asks-of-another.ts';
import { asksOpposite } from './asks-opposite.ts';
import { doubtAnswer } from './doubt-answer.ts';
import { missesAge } from './misses-age.ts';
import { missesAskedFigure } from './misses-asked-figure.ts';
import { missesCode } from './misses-code.ts';
import { missesFree } from './misses-free.ts';
import { missesPrice, missesSubject } from './misses-subject.ts';
import { pricesThing } from './prices-thing.ts';
import { replacesWord } from './replaces-word.ts';
import { asksOfCompany, callsOffAsOther, standsInCondition } from './speaks-of-other.ts';
import { spreadsThing } from './spreads-thing.ts';

/* What each doubt keeps back, and beside it what it has to let through. */

const pair = (title: string, text: string, more: Partial<FoundPassage> = {}): FoundPassage => ({
  ...{ id: '1', kind: 'qa', title, text, score: 10 },
  ...more,
});
const file = (text: string, heading?: string): FoundPassage => ({
  ...{ id: '1', kind: 'file', title: 'О нас', text, score: 10 },
  ...(heading === undefined ? {} : { heading }),
});

const parking = pair('Есть ли у вас парковка?', 'Да, во дворе бесплатная парковка.');
const old = pair('Вывозите старую мебель?', 'Да, вывезем старый диван или шкаф за 2 000 ₽.');

it('risk: one of a numbered kind is answered by those of other numbers', () => {
  const sessions = file('Session 1 — Budget\nSession 2 — Tax');
  expect(missesCode('what is in session 4', sessions)).toBe(true);
  expect(missesCode('what is in session 2', sessions)).toBe(false);
  expect(missesCode('what is in lesson 4', sessions)).toBe(false);
});

describe('another place', () => {
  const told = { ...file('Доставка по Казани — 350 ₽.'), title: 'Доставка' };
  const anywhere = { ...file('Доставка — 350 ₽ в любой город.'), title: 'Доставка' };

  it.each(['сколько стоит доставка в Иннополис', 'доставка до Самары сколько', 'доставка в Уфу'])(
    'risk: «%s» gets the price for the one town that the text names',
    (question) => {
      expect(replacesWord(question, told)).toBe(true);
    },
  );

  it.each([
    ['доставка в Казань сколько', told],
    ['доставка в Иннополис сколько', anywhere],
    ['доставка холодильника сколько', told],
    ['доставка в квартиру сколько', told],
  ])('«%s» names no other one', (question, passage) => {
    expect(replacesWord(question, passage)).toBe(false);
  });
});

it('what could be said of any business replaces nothing', () => {
  expect(replacesWord('можно вернуть товар, если не подошёл', pair('Можно ли вернуть букет?', 'Да.'))).toBe(false);
  expect(replacesWord('как вернуть вазу', pair('Как вернуть товар?', 'За 14 дней.'))).toBe(false);
  expect(replacesWord('как вернуть вазу', pair('Как вернуть букет?', 'За 14 дней.'))).toBe(true);
});

it('two nouns in a row may be one thing', () => {
  expect(replacesWord('есть доставка свежих фруктов?', pair('Есть ли доставка свежих цветов?', 'Да.'))).toBe(false);
});

it('risk: a word that asks for the price is looked for beside the thing', () => {
  expect(spreadsThing('скока ушить брюки', file('Подшить брюки 500 ₽. Ушить платье 1200 ₽.'))).toBe(true);
});

it('risk: a yes to «без паспорта» is refused to who asks in another way', () => {
  expect(asksOpposite('Можно ли купить по доверенности?', pair('Можно ли купить без паспорта?', 'Да, по коду.'))).toBe(
    false,
  );
});

describe('«почему так дорого?»', () => {
  it.each([
    ['почему так дорого?', pair('Почему кофемашины дорогие?', 'Их везут из Италии.')],
    ['почему так?', pair('Почему услуги платные?', 'Мы работаем за деньги.')],
  ])('risk: «%s» gets why one thing is so', (question, passage) => {
    expect(doubtAnswer({ question, passage })).toBe('asks of nothing');
  });
});

it('risk: the age of a business is looked for as that of a person', () => {
  expect(missesAge('сколько лет компании?', 'Работаем с 2005 года.')).toBe(false);
  expect(missesAge('сколько лет тренеру?', 'Тренер работает с 2005 года.')).toBe(true);
});

it('risk: the price of a thing is answered by what is done to one', () => {
  const passage = pair('Сколько стоит перетяжка кресла?', 'От 7000 ₽.');
  expect(doubtAnswer({ question: 'сколько стоит кресло', passage })).toBe('names another thing');
  expect(doubtAnswer({ question: 'сколько стоит перетяжка', passage })).toBeUndefined();
});

describe('what is called off', () => {
  it.each([
    ['если занятие отменили, деньги вернут?', 'Если тренер отменил занятие, деньги вернём.'],
    ['можно отменить занятие?', 'Если ваш ребёнок заболел и вы отменили занятие, перенесём его.'],
    ['отменить запись можно?', 'Если клиент отменил запись за час, удержим 500 ₽.'],
  ])('«%s» is answered by «%s»', (question, text) => {
    expect(callsOffAsOther(question, file(text))).toBe(false);
  });

  it('risk: what holds where another one calls it off is promised to the customer', () => {
    expect(callsOffAsOther('можно отменить занятие?', file('Если тренер отменил занятие, деньги вернём.'))).toBe(true);
  });
});

describe('what is free', () => {
  it.each([
    ['доставка бесплатная?', file('Доставка по городу — 300 ₽.')],
    ['доставка бесплатная?', file('Бесплатно от 3000 ₽.', 'Доставка')],
    ['доставка бесплатная?', file('10 км от города бесплатно.', 'Доставка')],
  ])('«%s» is answered by what says it', (question, passage) => {
    expect(missesFree(question, passage)).toBe(false);
  });

  it('risk: what stands at the place of the thing is taken for it', () => {
    expect(missesFree('консультация в клинике бесплатная?', file('Парковка у клиники бесплатная.'))).toBe(true);
  });
});

it('risk: a thing is promised where its lack is spoken of', () => {
  const question = 'прививки делаете?';
  expect(doubtAnswer({ question, passage: file('Животных без прививок не принимаем.') })).toBe('asks the opposite');
});

describe('nearest by meaning, in wholly other words', () => {
  it.each([
    ['Куда подъехать за посылкой?', pair('Где забрать заказ?', 'В магазине на Ленина, 5.')],
    ['сильно ли я потрачусь на перевозку шкафа?', pair('Сколько стоит доставка?', '300 ₽.')],
  ])('«%s» is given, and doubted without that', (question, passage) => {
    expect(doubtAnswer({ question, passage: { ...passage, isNearest: true } })).toBeUndefined();
    expect(doubtAnswer({ question, passage })).toBeDefined();
  });
});

it('risk: what has a word of the question is given for being the nearest by meaning', () => {
  const passage = pair('Сколько стоит чистка дивана?', '2500 ₽.', { isNearest: true });
  expect(doubtAnswer({ question: 'безопасна ли чистка дивана?', passage })).toBe('asks for a price alone');
});

describe('names', () => {
  const tour = (text: string) => pair('Сколько стоит тур в Великий Устюг?', text);
  const question = 'Сколько стоит тур в Нижний Новгород?';

  it('risk: a name of two words is answered by that of another town', () => {
    expect(doubtAnswer({ question, passage: tour('12 000 ₽ с человека.') })).toBe('names another thing');
    expect(doubtAnswer({ question, passage: tour('12 000 ₽, в Нижний Новгород — 9000 ₽.') })).toBeUndefined();
  });

  const trips = (text: string) => ({ ...file(text), title: 'Экскурсии в Великий Устюг' });

  it('risk: a text about one town, which is named above it, is given for another', () => {
    const asked = 'Есть ли экскурсии в Нижний Новгород?';
    expect(doubtAnswer({ question: asked, passage: trips('Экскурсии каждую субботу.') })).toBe('names another thing');
    const both = trips('Экскурсии каждую субботу. В Нижний Новгород — по воскресеньям.');
    expect(doubtAnswer({ question: asked, passage: both })).toBeUndefined();
    const from = 'Есть ли экскурсии в Великий Устюг из Нижнего Новгорода?';
    expect(doubtAnswer({ question: from, passage: trips('Экскурсии каждую субботу.') })).toBeUndefined();
  });

  it.each([
    ['Как к Вам записаться?', pair('Как записаться в салон Аврора?', 'Позвоните.')],
    ['Добрый день\nПодскажите, сколько стоит доставка', pair('Сколько стоит доставка по Казани?', '350 ₽.')],
  ])('risk: «%s» has no name, and is refused for one', (question, passage) => {
    expect(doubtAnswer({ question, passage })).toBeUndefined();
  });
});

it('risk: the price for the country is held back where the words have it', () => {
  expect(missesAskedFigure('доставка за город сколько', file('По городу 300 ₽.'))).toBe(true);
  expect(missesAskedFigure('доставка за город сколько', file('По городу 300 ₽, за городом 600 ₽.'))).toBe(false);
});

it('risk: «он стоит» is taken for the price of what stands two sentences above', () => {
  const passage = file('Шапочка обязательна. Нужен подгузник для воды. Он стоит 120 ₽.');
  expect(pricesThing('сколько стоит подгузник', passage)).toBe(true);
  expect(pricesThing('сколько стоит шапочка', passage)).toBe(false);
});

it('a pair that names nothing is not of another thing', () => {
  const said = { title: 'Как заказать?', text: 'Напишите нам, доставка бесплатная.' };
  expect(missesSubject('Можно заказать торт с доставкой?', said)).toBe(false);
});

it('risk: how long something takes is answered by its price', () => {
  const asked = (text: string) => missesPrice('как долго чистите диван', { kind: 'file', title: 'Цены', text });
  expect(asked('Чистка — 2500 ₽')).toBe(true);
  expect(asked('Чистка — 2500 ₽, 2 часа')).toBe(false);
});

it('a long question is of more than a price', () => {
  const passage = {
    kind: 'qa' as const,
    title: 'Сколько стоит доставка дивана, кресла и шкафа за город?',
    text: '700 ₽',
  };
  expect(missesPrice('привезёте диван с пианино?', passage)).toBe(false);
  expect(missesPrice('привезёте диван с пианино?', { ...passage, title: 'Сколько стоит диван?' })).toBe(true);
});

it('risk: the papers of a company are kept from anybody, though the pair is asked without one too', () => {
  const [title, text] = ['Какие документы нужны ООО?', 'Устав и доверенность.'];
  expect(asksOfCompany('какие документы нужны', pair(title, text))).toBe(true);
  expect(asksOfCompany('какие документы нужны', pair(title, text, { phrasings: ['документы для аренды'] }))).toBe(
    false,
  );
});

it('risk: a word of time stands in the sentence, and the thing in its condition alone', () => {
  const passage = file('Срок ремонта экрана — час, если деталь на складе.');
  expect(standsInCondition('сколько ждать деталь, какой срок?', passage)).toBe(true);
});

it('a word that is said of anything makes no narrower kind', () => {
  const asked = 'сколько стоит шиномонтаж';
  expect(asksNarrower(asked, pair('Сколько стоит шиномонтаж для нового клиента?', '1000 ₽'))).toBe(false);
  expect(asksNarrower(asked, pair('Сколько стоит такой шиномонтаж?', '1000 ₽'))).toBe(false);
  expect(asksNarrower(asked, pair('Сколько стоит шиномонтаж грузового колеса?', '1000 ₽'))).toBe(true);
});

describe('a noun that the pair does not know', () => {
  const abroad = pair('Do you ship abroad?', 'We ship to Kazakhstan and Belarus, from 900 roubles.');
  const furniture = pair('Is furniture assembled?', 'Yes, furniture comes assembled.');

  it.each([
    ['парковка для грузовых есть?', parking, []],
    ['Do you ship furniture abroad?', abroad, [furniture]],
    ['оптовая скидка есть', pair('Есть ли скидки?', 'Да, постоянным клиентам 5 %.'), []],
    ['студенческий абонемент есть?', pair('Какие есть абонементы?', 'На 8 и на 12 занятий.'), []],
  ])('risk: «%s» is answered without it', (question, passage, others) => {
    expect(asksOfAnother(question, passage, others)).toBe(true);
  });

  it.each([
    ['Do you ship to Germany?', abroad],
    ['муж приедет на машине с прицепом и детьми, парковка у вас есть?', parking],
    ['вывезете мебель завтра утром?', old],
    ['можно с собакой заехать?', pair('Можно с собакой?', 'Да.')],
    ['диван: доставка и сборка?', pair('Есть ли доставка дивана?', 'Да, 500 ₽.')],
    ['детям понравится? скидки есть?', pair('Есть ли скидки?', 'Пенсионерам — 10 %.')],
    ['parking for trucks', parking],
    ['постоянная скидка есть', pair('Есть ли скидки?', 'Да, постоянным клиентам 5 %.')],
    ['какая скидка', pair('Есть ли скидки?', 'Да, постоянным клиентам 5 %.')],
    ['сколько стоит входной билет', pair('Сколько стоит билет?', '500 рублей.')],
    ['месячный абонемент', pair('Какие есть абонементы?', 'На 8 занятий, 3000 рублей в месяц.')],
    ['есть ли хорошие скидки', pair('Есть ли скидки?', 'Да, постоянным клиентам 5 %.')],
    ['можно купить электронный билет', pair('Где купить билет?', 'На сайте.')],
    ['банковской картой можно?', pair('Можно картой?', 'Да.')],
    ['шлемы для детей напрокат есть?', pair('Есть ли у вас шлемы, перчатки и наколенники напрокат?', 'Да, бесплатно.')],
  ])('«%s» tells only more', (question, passage) => {
    expect(asksOfAnother(question, passage)).toBe(false);
  });
});
