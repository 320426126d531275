import { expect, it } from 'vitest';
import { readTranslit } from './read-translit.ts';

it.each([
  ['skolko stoit strizhka', 'сколько стоит стрижка'],
  ['Nomer telefona?', 'номер телефона?'],
  ['gde vy nahodites', 'где вы находитесь'],
  ['privet', 'привет'],
  ['do skolki rabotaete', 'до сколки работаете'],
  ['skolko stoit moyka', 'сколько стоит мойка'],
  ['spasibo', 'спасибо'],
  ['mozhno zapisatsya na zavtra', 'можно записаться на завтра'],
  ['vy rabotaete v voskresenye', 'вы работаете в воскресенье'],
  ['skolko stoit iPhone 15', 'сколько стоит iPhone 15'],
  ['mozhno sdelat shellac na R19', 'можно сделать shellac на R19'],
  ['kogda budet dostavka', 'когда будет доставка'],
])('«%s» is «%s» by its sound', (text, meant) => {
  expect(readTranslit(text)).toBe(meant);
});

it.each([
  'hello',
  'how much is a hotel room',
  'do you ship to canada',
  'where is my order?',
  'can I pay by card on the spot',
  'Wie viel kostet das?',
  'Quanto costa una stanza per due persone?',
  'iPhone 15 Pro Max',
  'Samsung Galaxy',
  'Telefon?',
  'Telefon numarası',
  'Ho un problema',
  'Est-ce que vous travaillez',
  'AB-12345',
  'Kako ste',
  'gde su moje cipele',
  'Moskva Hotel booking number',
  'https://shop.example/privet',
  'anna@shop.example',
  'Привет, privet',
  'net',
  '12345',
  '',
])('risk: «%s» is read as Russian in Latin letters', (text) => {
  expect(readTranslit(text)).toBe(text);
});
