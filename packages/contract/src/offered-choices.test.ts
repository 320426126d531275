import { expect, it } from 'vitest';
import { findPressed, labelChoices, listChoices, readChoices } from './offered-choices.ts';

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

it('labels keep the limit of a channel, and a press of a cut one finds its choice', () => {
  const choices = ['Сколько стоит доставка по городу?', 'Сколько стоит самовывоз?', 'Позвать сотрудника'];
  const labels = labelChoices(choices, 20) ?? [];
  expect(labels).toEqual(['Сколько стоит доста…', 'Сколько стоит самов…', 'Позвать сотрудника']);
  expect(labels.every(({ length }) => length <= 20)).toBe(true);
  expect(labels.map((label) => findPressed(choices, label))).toEqual([0, 1, 2]);
  expect(findPressed(choices, ' позвать  СОТРУДНИКА ')).toBe(2);
  expect(findPressed(choices, 'Сколько стоит')).toBeUndefined();
});

it('risk: two buttons say the same. Then there are none, and what both could mean is no pick', () => {
  const choices = ['Сколько стоит доставка по городу?', 'Сколько стоит доставка в область?'];
  expect(labelChoices(choices, 20)).toBeUndefined();
  expect(labelChoices(choices, 30)).toBeDefined();
  expect(findPressed(choices, 'Сколько стоит доста…')).toBeUndefined();
});

it('risk: a cut breaks a sign of two units in half', () => {
  expect(labelChoices(['Доставка 🚚🚚🚚'], 12)?.every((label) => label.isWellFormed())).toBe(true);
});
