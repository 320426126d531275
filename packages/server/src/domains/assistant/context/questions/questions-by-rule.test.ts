import { expect, it } from 'vitest';
import type { FoundPassage } from '../../../knowledge/index.ts';
import { askWhich } from './ask-which.ts';
import { splitQuestions } from './split-questions.ts';
import { splitThings } from './split-things.ts';

it('risk: a whole letter of questions is answered piece by piece', () => {
  const questions = ['Где вы?', 'Есть ли стул?', 'Когда доставка?', 'Как вернуть диван?', 'Есть ли рассрочка?'];
  expect(splitQuestions(questions.join(' '))).toHaveLength(5);
  expect(splitQuestions([...questions, 'Сколько стоит стол?', 'Какой у вас телефон?'].join(' '))).toEqual([]);
});

it('what a verb of knowing leads on to is one question with it', () => {
  expect(splitQuestions('Как мне узнать, сколько стоит доставка')).toEqual([]);
  expect(splitQuestions('Как мне вернуть диван и где находится склад')).toHaveLength(2);
});

it('risk: «где находитесь» behind a comma is left without an answer', () => {
  expect(splitQuestions('сколько стоит чистка дивана, где находится салон')).toHaveLength(2);
});

it('a first part that asks for a price alone is of the thing of the second', () => {
  expect(splitQuestions('какая стоимость и когда занятия')[0]).toContain('занятия');
});

it('risk: a list of things is taken for so many questions', () => {
  expect(splitThings('есть стол, стул и шкаф')?.questions).toHaveLength(3);
  expect(splitThings('есть стол, стул, шкаф и диван')).toBeUndefined();
});

it.each(['делаете маникюр и педикюр', 'почём стол и стул', 'стол и стул прайс'])(
  '«%s» asks of both things',
  (question) => {
    expect(splitThings(question)?.isAsked).toBe(true);
  },
);

it('what is only named is not asked of', () => {
  expect(splitThings('стол и стул')?.isAsked).toBe(false);
});

it('a word of a price is no part of the second thing', () => {
  expect(splitThings('сборка шкафа и стола почём')?.carried).toEqual([undefined, 'сборка стола почём']);
});

it('risk: the customer is asked which of two pairs with one answer is meant', () => {
  const pair = (id: string, title: string, text: string): FoundPassage => ({ id, kind: 'qa', title, text, score: 9 });
  const found = (text: string) => ({
    ...{ confidence: 0.9, isEmpty: false, decision: { kind: 'answer' as const, id: '1' } },
    passages: [pair('1', 'Как вернуть кресло?', 'За 14 дней.'), pair('2', 'Как вернуть диван?', text)],
  });
  expect(askWhich('как вернуть', found('За 7 дней.')).decision.kind).toBe('clarify');
  expect(askWhich('как вернуть', found('За 14 дней.')).decision.kind).toBe('answer');
});
