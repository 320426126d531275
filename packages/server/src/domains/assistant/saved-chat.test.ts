import { expect, it } from 'vitest';
import { cutPassages } from '../knowledge/reading/cut-passages.ts';
import { readBytes } from '../knowledge/testing/documents/read-bytes.ts';
import { useTalks } from './testing/open-talk.ts';

/* A chat with customers that was saved and uploaded as a file. */

const passagesOf = async (text: string) =>
  cutPassages(await readBytes(text, 'chat.txt'))
    .map((passage) => passage.text)
    .join('\n\n');

const bakery = [
  '[12.03.2026, 14:05:11] Марина: Здравствуйте! А торт без сахара делаете?',
  '[12.03.2026, 14:07:30] Пекарня Батон: Здравствуйте! Да, делаем на эритрите, от 1 кг, заказ за 2 дня.',
  '[12.03.2026, 14:08:02] Марина: А доставка за город есть?',
  '[12.03.2026, 14:09:45] Пекарня Батон: Да, до 20 км, 600 рублей.',
  '[13.03.2026, 09:12:00] Игорь: можно самовывоз в 7 утра?',
  '[13.03.2026, 09:20:00] Пекарня Батон: Открываемся в 8:00, раньше не сможем.',
];
const printing = [
  ...['Ответы Лены в вотсапе', '', 'Клиент: а ночью печатаете?'],
  ...['Лена: Нет, ночью не печатаем, последний заказ принимаем в 18:00.', '', 'Клиент: переплёт диплома есть?'],
  ...['Лена: Да, твёрдый переплёт 500 ₽, делаем за час.', '', 'Клиент: скидка студентам?'],
  'Лена: 10 % по студенческому, кроме дизайна.',
];

const { ask } = useTalks({
  bakery: { file: await passagesOf(bakery.join('\n')) },
  printing: { file: await passagesOf(printing.join('\n')) },
});

const answers = new Set([
  'Да, делаем на эритрите, от 1 кг, заказ за 2 дня.',
  'Да, до 20 км, 600 рублей.',
  'Открываемся в 8:00, раньше не сможем.',
  'Нет, ночью не печатаем, последний заказ принимаем в 18:00.',
  'Да, твёрдый переплёт 500 ₽, делаем за час.',
  '10 % по студенческому, кроме дизайна.',
]);

it.each([
  ['bakery', 'доставка за город есть?', 'Да, до 20 км, 600 рублей.'],
  ['bakery', 'торт без сахара делаете?', 'Да, делаем на эритрите, от 1 кг, заказ за 2 дня.'],
  ['printing', 'переплёт диплома есть?', 'Да, твёрдый переплёт 500 ₽, делаем за час.'],
  ['printing', 'скидка студентам есть?', '10 % по студенческому, кроме дизайна.'],
] as const)('%s, «%s» gets what the business answered', async (business, question, text) => {
  expect(await ask(business, question)).toMatchObject({ kind: 'answer', text });
});

it.each([
  ['bakery', 'во сколько открываетесь'],
  ['bakery', 'самовывоз есть?'],
  ['bakery', 'кто такая Марина?'],
  ['bakery', 'Игорь'],
  ['printing', 'скидки студентам есть?'],
  ['printing', 'делаете переплёт диплома?'],
  ['printing', 'кто такая Лена?'],
] as const)('risk: %s, «%s» gets a name or the words of another customer', async (business, question) => {
  const decision = await ask(business, question);
  if (decision.kind === 'answer') expect(answers).toContain(decision.text);
  expect('text' in decision ? decision.text : '').not.toMatch(/Марин|Игор|Лен[аы]|Клиент/);
});
