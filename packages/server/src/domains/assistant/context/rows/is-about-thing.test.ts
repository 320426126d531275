import { expect, it } from 'vitest';
import { isAboutThing } from './is-about-thing.ts';

it.each([
  ['Перетяжка кресла', 'сколько стоит кресло', 'кресло'],
  ['Перетяжка мягкого кресла', 'сколько стоит кресло', 'кресло'],
  ['Чехол для дивана', 'сколько стоит диван', 'диван'],
  ['Чехол для углового дивана', 'сколько стоит диван', 'диван'],
  ['Chair repair', 'how much is a chair', 'chair'],
  ['Sofa cleaning', 'how much is a sofa', 'sofa'],
])('«%s» is not the price that «%s» asks for', (name, question, asked) => {
  expect(isAboutThing(name, question, [asked])).toBe(false);
});

it.each([
  ['Кресло «Бруно»', 'сколько стоит кресло', 'кресло'],
  ['Кожаный диван', 'сколько стоят диваны', 'диваны'],
  ['Пицца Маргарита', 'сколько стоит маргарита', 'маргарита'],
  ['Доставка в город', 'сколько стоит в городе', 'городе'],
  ['Доставка в большой город', 'сколько стоит в городе', 'городе'],
  ['Доставка курьером', 'сколько стоит курьер', 'курьер'],
  ['Перетяжка кресла', 'цена перетяжки', 'перетяжки'],
  ['Chair repair', 'how much is a repair', 'repair'],
  ['Chair cushion', 'how much is a chair', 'chair'],
])('«%s» is what «%s» asks for', (name, question, asked) => {
  expect(isAboutThing(name, question, [asked])).toBe(true);
});
