import { describe, expect, it } from 'vitest';
import { chooseCandidate } from './choose-candidate.ts';

const titles = ['Сколько стоит доставка курьером?', 'Сколько стоит возврат товара?'];
const picked = (...places: number[]) => ({ kind: 'picked', places });

describe('a reply to a question back', () => {
  it.each([
    ['1', picked(0)],
    ['1)', picked(0)],
    ['первое', picked(0)],
    ['Второй вариант', picked(1)],
    ['номер 2, пожалуйста', picked(1)],
    ['the second one', picked(1)],
    ['про возврат', picked(1)],
    ['доставка', picked(0)],
    ['стоимость курьера', picked(0)],
    ['последнее', picked(1)],
    ['оба', picked(0, 1)],
    ['ни то ни другое', { kind: 'none' }],
    ['нет', { kind: 'none' }],
    ['не то', { kind: 'none' }],
    ['none of these', { kind: 'none' }],
    ['not these', { kind: 'none' }],
    ['не доставка', { kind: 'none' }],
    ['все варианты', picked(0, 1)],
    ['да, первый', picked(0)],
    ['нет, второй', picked(1)],
    ['перывй', picked(0)],
    ['secnd', picked(1)],
    ['последнй', picked(1)],
    ['да, доставка', picked(0)],
    ['ничего из этого', { kind: 'none' }],
    ['ничего', { kind: 'none' }],
    ['не об этом', { kind: 'none' }],
    ['nothing of that', { kind: 'none' }],
    ['nope', { kind: 'none' }],
    ['неа', { kind: 'none' }],
    ['не знаю', { kind: 'none' }],
    ['хз', { kind: 'none' }],
    ['даже не знаю', { kind: 'none' }],
    ['без понятия', { kind: 'none' }],
    ['затрудняюсь ответить', { kind: 'none' }],
    ['not sure', { kind: 'none' }],
    ['no idea', { kind: 'none' }],
    ["I don't know", { kind: 'none' }],
    ['idk', { kind: 'none' }],
    ['первый и второй', picked(0, 1)],
    ['1 и 2', picked(0, 1)],
    ['2, 1', picked(1, 0)],
    ['второе и доставка', picked(1, 0)],
    ['доставка и возврат', picked(0, 1)],
    ['first and second', picked(0, 1)],
  ])('«%s»', (reply, choice) => {
    expect(chooseCandidate(reply, titles)).toEqual(choice);
  });

  it.each([
    '3',
    'а',
    'б',
    'b',
    'вторник',
    'все цены',
    'последний заказ',
    'сколько стоит',
    'а гарантия есть?',
    'спасибо',
    'первый и гарантия',
    'не знаю, сколько ждать',
    'где вы находитесь и как до вас добраться на метро',
    '👍',
  ])('«%s» picks nothing', (reply) => {
    expect(chooseCandidate(reply, titles)).toBeUndefined();
  });
});

describe('a bare yes', () => {
  it.each([
    ...['да', 'Да!', 'ага', 'угу', 'да, об этом', 'да, это', 'конечно', 'да, пожалуйста', 'именно', 'канечно', 'верно'],
    ...['yes', 'yep', 'yeah', 'yes please', 'Yes, that one', 'exactly', 'exaclty', 'sure', "yes, that's it"],
  ])('«%s»', (reply) => {
    expect(chooseCandidate(reply, titles)).toEqual({ kind: 'yes' });
  });

  it.each(['да нет', 'да, а гарантия есть?', 'yes but what about guarantee', 'спасибо', 'ок', 'хорошо'])(
    'risk: «%s» is taken for one',
    (reply) => {
      expect(['yes', 'picked']).not.toContain(chooseCandidate(reply, titles.slice(0, 1))?.kind);
    },
  );
});

it('two numbers that the titles name pick both', () => {
  const roses = ['Сколько стоит букет из 25 роз?', 'Сколько стоит букет из 51 розы?'];
  expect(chooseCandidate('51 и 25', roses)).toEqual(picked(1, 0));
});

describe('a reply of a few words to an offer', () => {
  const coffee = ['Сколько стоит Казань', 'Колумбия Уила', 'Бразилия Сантос', 'Доставка по Казани'];

  it.each([
    ['Колумбия', picked(1)],
    ['колумбию уила', picked(1)],
    ['доставка Казань', picked(3)],
    ['the second one', picked(1)],
    ['третье', picked(2)],
    ['не Колумбия', { kind: 'none' }],
    ['not Колумбия', { kind: 'none' }],
    ['кроме бразилии', { kind: 'none' }],
  ])('«%s»', (reply, choice) => {
    expect(chooseCandidate(reply, coffee)).toEqual(choice);
  });

  it.each([
    'Колумбия Супремо',
    'доставка Самара',
    'Казань',
    'Колумбия 250',
    'а',
    'не Эфиопия',
    'Бразилия без кофеина',
    'Колумбия или Бразилия',
  ])('risk: «%s» is stored as chosen. A word that no title has is no pick', (reply) => {
    expect(chooseCandidate(reply, coffee)).toBeUndefined();
  });

  it('a title that denies something is picked by its own words', () => {
    expect(chooseCandidate('товар не подошел', ['Что делать, если товар не подошёл?', 'Как вернуть деньги?'])).toEqual(
      picked(0),
    );
  });
});
