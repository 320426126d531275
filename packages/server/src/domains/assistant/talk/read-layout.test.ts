import { expect, it } from 'vitest';
import { readLayout } from './read-layout.ts';

it.each([
  ['ghbdtn', 'привет'],
  ['Ghbdtn!', 'привет!'],
  ['cgfcb,j', 'спасибо'],
  ['jgthfnjh', 'оператор'],
  ['rjulf hf,jnftnt', 'когда работаете'],
  ['rjulf hf,jnftnt?', 'когда работаете?'],
  ['crjkmrj cnjbn ljcnfdrf', 'сколько стоит доставка'],
])('«%s» is «%s» on the other layout', (text, meant) => {
  expect(readLayout(text)).toBe(meant);
});

it.each([
  'hello',
  'do you ship to canada',
  'where is my order?',
  'thanks',
  'Wie viel kostet das?',
  'iPhone 15 Pro Max',
  'DHL',
  'ult',
  'https://shop.example/ghbdtn',
  'anna@shop.example',
  'Привет, ghbdtn',
  'qwrtp zxcv',
  '12345',
  '',
])('«%s» stays as it is', (text) => {
  expect(readLayout(text)).toBe(text);
});

it('risk: a text of any length has each of its words looked up', () => {
  const typed = 'ghbdtn rfr ltkf ';
  expect(readLayout(typed.repeat(200))).toContain('привет');
  expect(readLayout(typed.repeat(300))).toBe(typed.repeat(300));
});
