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
  ])('«%s»', (reply, choice) => {
    expect(chooseCandidate(reply, titles)).toEqual(choice);
  });

  it.each([
    '3',
    'сколько стоит',
    'а гарантия есть?',
    'спасибо',
    'где вы находитесь и как до вас добраться на метро',
    '👍',
  ])('«%s» picks nothing', (reply) => {
    expect(chooseCandidate(reply, titles)).toBeUndefined();
  });
});
