import { expect, it } from 'vitest';
import { createPassageIndex } from '../passage-index/passage-index.ts';
import { generalQuestions } from './general-questions.ts';

const RUSSIAN = 'ремонт телефонов замена экрана батареи гарантия доставка курьером оплата картой скидка';
const ENGLISH = 'repair of phones screen battery warranty delivery courier payment discount service';
const scriptsAsked = (text: string) => {
  const index = createPassageIndex();
  index.upsert([{ id: '1', kind: 'file', text }]);
  const questions = generalQuestions(index.state, 40);
  return {
    russian: questions.some((each) => /[а-я]/.test(each)),
    english: questions.some((each) => /^[a-z ]/.test(each)),
  };
};

it('risk: a Russian base is asked in English for the names of two brands', () => {
  expect(scriptsAsked(`${RUSSIAN} samsung xiaomi`)).toEqual({ russian: true, english: false });
  expect(scriptsAsked(`${ENGLISH} Самсунг`)).toEqual({ russian: false, english: true });
});

it('a base in both languages is asked in both', () => {
  expect(scriptsAsked(`${RUSSIAN} ${ENGLISH}`)).toEqual({ russian: true, english: true });
});
