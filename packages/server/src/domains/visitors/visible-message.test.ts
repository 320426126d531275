import { expect, it } from 'vitest';
import { buildMessage } from './testing/build-message.ts';
import { toVisibleChange } from './visible-message.ts';

const at = { id: 'm1', seq: 1, version: 1 };
const textOf = (own: Partial<Parameters<typeof buildMessage>[0]>) => {
  const change = toVisibleChange(buildMessage({ ...at, ...own }), { waiting: '', picture: null });
  return change?.kind === 'message' ? change.message.text : undefined;
};

it('risk: marks of the assistant stand in the window as they were written', () => {
  const text = '## Доставка\n**Велюр** — `A-17`, [памятка](https://shop.test/a)\n- до двери';
  expect(textOf({ text })).toBe('Доставка\nВелюр — A-17, памятка: https://shop.test/a\n- до двери');
});

it('what a person types stays as it was typed', () => {
  for (const author of ['operator', 'customer'] as const)
    expect(textOf({ author, text: '**да** <b>' })).toBe('**да** <b>');
});

it('risk: words of the assistant become a part of the page', () => {
  const text = '<img src=x onerror=alert(1)>';
  expect(textOf({ text })).toBe(text);
});
