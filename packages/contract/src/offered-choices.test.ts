import { expect, it } from 'vitest';
import { listChoices, readChoices } from './offered-choices.ts';

const sources = [{ title: 'Сколько стоит\n доставка?' }, { title: 'Как вернуть товар?' }];
const titles = sources.map(({ title }) => title);

it('buttons say the titles of the sources and what else the lines offer; the words lose the lines', () => {
  const text = `Вы об этом?\n${listChoices([...titles, 'Позвать сотрудника'])}`;
  expect(text).toBe('Вы об этом?\n1) Сколько стоит доставка?\n2) Как вернуть товар?\n3) Позвать сотрудника');
  expect(readChoices({ text, decision: 'clarify', sources })).toEqual({
    text: 'Вы об этом?',
    choices: ['Сколько стоит доставка?', 'Как вернуть товар?', 'Позвать сотрудника'],
  });
});

it('a long title is cut in its line and whole on its button', () => {
  const long = 'я'.repeat(400);
  const text = `Вы об этом?\n${listChoices([long])}\nИли напишите иначе.`;
  expect(text).toContain(`1) ${'я'.repeat(160)}…\n`);
  expect(readChoices({ text, decision: 'clarify', sources: [{ title: long }] })).toEqual({
    text: 'Вы об этом?\nИли напишите иначе.',
    choices: [long],
  });
});

it("answers, courtesies and a model's own question back offer nothing", () => {
  const text = `Вы об этом?\n${listChoices(titles)}`;
  expect(readChoices({ text, decision: 'answer', sources })).toBeUndefined();
  expect(readChoices({ text, decision: 'clarify', sources: [] })).toBeUndefined();
  expect(readChoices({ text: 'О доставке или о возврате?', decision: 'clarify', sources })).toBeUndefined();
  expect(readChoices({ text, decision: 'clarify', sources: [...sources, { title: 'Третий?' }] })).toBeUndefined();
});
