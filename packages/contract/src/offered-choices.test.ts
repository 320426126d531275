import { expect, it } from 'vitest';
import { findPressed, labelChoices, listChoices } from './offered-choices.ts';

const roomy = { max: 10, labelLength: 2000 };
const choices = ['Сколько стоит\n доставка?', 'Как вернуть товар?', 'Позвать сотрудника'];
const labelsOf = (offered: string[], labelLength: number) =>
  labelChoices({ text: '', choices: offered }, { max: 10, labelLength })?.labels;

it('a text has a numbered line for each choice; with buttons it loses them', () => {
  const text = `Вы об этом?\n${listChoices(choices)}`;
  expect(text).toBe('Вы об этом?\n1) Сколько стоит доставка?\n2) Как вернуть товар?\n3) Позвать сотрудника');
  expect(labelChoices({ text, choices }, roomy)).toEqual({
    text: 'Вы об этом?',
    labels: ['Сколько стоит доставка?', 'Как вернуть товар?', 'Позвать сотрудника'],
  });
});

it('a long choice is cut in its line and whole on a button that has room', () => {
  const long = 'я'.repeat(400);
  const text = `Вы об этом?\n${listChoices([long])}\nИли напишите иначе.`;
  expect(text).toContain(`1) ${'я'.repeat(160)}…\n`);
  expect(labelChoices({ text, choices: [long] }, roomy)).toEqual({
    text: 'Вы об этом?\n\nИли напишите иначе.',
    labels: [long],
  });
});

it('words without lines stay as they are: a courtesy keeps the buttons of what stands before it', () => {
  expect(labelChoices({ text: 'Пожалуйста!', choices }, roomy)?.text).toBe('Пожалуйста!');
});

it('what offers nothing has no buttons, nor what offers more than a channel shows', () => {
  expect(labelChoices({ text: 'Доставка бесплатная', choices: [] }, roomy)).toBeUndefined();
  expect(labelChoices({ text: '', choices }, { max: 2, labelLength: 64 })).toBeUndefined();
  expect(labelChoices({ text: '', choices }, { max: 3, labelLength: 64 })).toBeDefined();
});

it('labels keep the limit of a channel, and a press of a cut one finds its choice', () => {
  const offered = ['Сколько стоит доставка по городу?', 'Сколько стоит самовывоз?', 'Позвать сотрудника'];
  const labels = labelsOf(offered, 20) ?? [];
  expect(labels).toEqual(['Сколько стоит доста…', 'Сколько стоит самов…', 'Позвать сотрудника']);
  expect(labels.every(({ length }) => length <= 20)).toBe(true);
  expect(labels.map((label) => findPressed(offered, label))).toEqual([0, 1, 2]);
  expect(findPressed(offered, ' позвать  СОТРУДНИКА ')).toBe(2);
  expect(findPressed(offered, 'Сколько стоит')).toBeUndefined();
});

it('risk: a button is cut, and nothing tells what it says', () => {
  const text = `Вы об этом?\n${listChoices(choices)}`;
  expect(labelChoices({ text, choices }, { max: 3, labelLength: 20 })).toEqual({
    text,
    labels: ['Сколько стоит доста…', 'Как вернуть товар?', 'Позвать сотрудника'],
  });
});

it('risk: two buttons say the same. Then there are none, and what both could mean is no pick', () => {
  const alike = ['Сколько стоит доставка по городу?', 'Сколько стоит доставка в область?'];
  expect(labelsOf(alike, 20)).toBeUndefined();
  expect(labelsOf(alike, 30)).toBeDefined();
  expect(findPressed(alike, 'Сколько стоит доста…')).toBeUndefined();
});

it('risk: a cut breaks a sign of two units in half', () => {
  expect(labelsOf(['Доставка 🚚🚚🚚'], 12)?.every((label) => label.isWellFormed())).toBe(true);
});
