import { describe, expect, it } from 'vitest';
import { asksForFact, dropGreeting, readSmallTalk } from './small-talk.ts';

describe('courtesies', () => {
  it.each([
    ['Привет', 'hello'],
    ['Здравствуйте!', 'hello'],
    ['здраствуйте', 'hello'],
    ['Добрый день', 'hello'],
    ['Доброго времени суток!', 'hello'],
    ['Привет, как дела?', 'hello'],
    ['Hello there', 'hello'],
    ['good morning', 'hello'],
    ['Начать', 'hello'],
    ['/start', 'hello'],
    ['Get started', 'hello'],
    ['спасибо', 'thanks'],
    ['Спасибо большое за помощь!', 'thanks'],
    ['ок, спасибо 👍', 'thanks'],
    ['Thank you so much', 'thanks'],
    ['до свидания', 'bye'],
    ['Всего доброго!', 'bye'],
    ['bye', 'bye'],
    ['👍', 'emoji'],
    ['🙏🏽❤️', 'emoji'],
    [':)', 'emoji'],
    ['))', 'emoji'],
    ['ок', 'agree'],
    ['Понятно, хорошо', 'agree'],
    ['да', 'unclear'],
    ['нет', 'unclear'],
    ['?', 'unclear'],
    ['...', 'unclear'],
    ['❓', 'unclear'],
    ['❓❓👍', 'unclear'],
    ['🤔', 'unclear'],
    ['😡', 'unclear'],
  ])('«%s» is %s', (text, kind) => {
    expect(readSmallTalk(text)).toBe(kind);
  });

  it.each([
    'Здравствуйте, сколько стоит доставка?',
    'спасибо, но вы не ответили на вопрос',
    'привет, где мой заказ',
    'hi, do you ship to Canada?',
    'какой день доставки?',
    'работаете в вечернее время?',
    'пока не получил заказ',
    'начать заказ',
    'ну начать',
    'good start',
    'дорого?',
    'mooring?',
    '1',
    '89161234567',
    'доставка',
  ])('«%s» says something', (text) => {
    expect(readSmallTalk(text)).toBeUndefined();
  });

  it('is cut off before a question', () => {
    expect(dropGreeting('Здравствуйте! Подскажите, где вы?')).toBe('Подскажите, где вы?');
    expect(dropGreeting('Добрый день, hello где вы?')).toBe('где вы?');
    expect(dropGreeting('Привет')).toBe('Привет');
    expect(dropGreeting('Приветственный бонус есть?')).toBe('Приветственный бонус есть?');
    expect(dropGreeting('history of orders')).toBe('history of orders');
  });

  it('differs from a question for a fact', () => {
    expect(asksForFact('Какой у вас адрес?')).toBe(true);
    expect(asksForFact('how much is it')).toBe(true);
    expect(asksForFact('ты бот?')).toBe(false);
    expect(asksForFact('How are you?')).toBe(false);
    expect(asksForFact('мне грустно')).toBe(false);
  });
});
