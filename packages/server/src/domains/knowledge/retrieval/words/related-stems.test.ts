import { expect, it } from 'vitest';
import { relatedStems, sameStems } from './related-stems.ts';
import { stemWord } from './stem-word.ts';

/** What is done, as customers ask for it: as a price list names it. */
const SERVICES = `
замена: поменять заменить меняете поменяете замените сменить; ремонт: починить чините отремонтировать ремонтируете починка;
мойка: помыть моете вымыть мытье; чистка: почистить чистите химчистка; стрижка: постричь подстричься стрижете;
покраска: покрасить красите окрасить; окрашивание: покрасить окрасить; установка: установить устанавливаете поставить ставите монтаж;
снятие: снять снимаете; настройка: настроить настраиваете отрегулировать; доставка: доставить доставляете привезете привозите;
возврат: вернуть возвращаете; оплата: оплатить заплатить расплатиться; запись: записаться записать запишите;
отмена: отменить отменяете отказаться; перенос: перенести переносите; сборка: собрать собираете; хранение: хранить храните;
заправка: заправить заправляете; вывоз: вывезти увезете; подъем: поднять поднимаете занести; замер: измерить замерить;
заточка: наточить точите; пошив: сшить шьете; упаковка: упаковать; печать: напечатать распечатать; стирка: постирать стираете;
консультация: проконсультировать; обмен: обменять обмениваете; наращивание: нарастить;
replacement: replace change swap; repair: fix mend repairing; cleaning: clean; washing: wash; haircut: cut trim;
painting: paint; coloring: dye; installation: install; removal: remove; adjustment: adjust tune; delivery: deliver ship;
refund: return; payment: pay; booking: book reserve; appointment: book; cancellation: cancel; storage: store; assembly: assemble;
rental: rent hire; inspection: check inspect; rescheduling: reschedule`;
const table = SERVICES.split(';').map((line) => line.trim().split(/: | /));

/** In one stem, in stems that begin alike, or by the dictionary: as the search reads them. */
function isKnown(left: string, right: string): boolean {
  const [one, other] = [stemWord(left), stemWord(right)];
  return one === other || new Set(relatedStems(one)).has(other);
}

it.each(table)('what is done is one thing as a noun and as a verb: %s, %s', (noun = '', ...verbs) => {
  expect(verbs.filter((verb) => !isKnown(verb, noun))).toEqual([]);
});

it.each([
  ['замена', 'ремонт'],
  ['мойка', 'чистка'],
  ['покраска', 'стрижка'],
  ['снятие', 'установка'],
  ['возврат', 'обмен'],
  ['replacement', 'repair'],
  ['refund', 'cancellation'],
])('risk: %s is taken for %s', (left, right) => {
  expect(isKnown(left, right)).toBe(false);
});

it.each([
  'ужин обед завтрак',
  'dinner lunch breakfast',
  'дом квартира',
  'house flat',
  'компьютер ноутбук',
  'pc laptop',
  'ресторан кафе',
  'course lesson',
  'настройка регулировка',
  'экран монитор',
  'комната помещение',
  'поезд электричка',
  'забыть потерять',
  'выходной праздник',
])('risk: «%s» only belong together, and one is said to be another', (kind) => {
  const [first = '', ...others] = kind.split(' ').map(stemWord);
  expect(others.map((other) => new Set(relatedStems(first)).has(other))).not.toContain(false);
  expect(others.map((other) => sameStems(first).has(other))).not.toContain(true);
});

it.each([
  ['цена', 'стоимость'],
  ['парковка', 'стоянка'],
  ['вакцина', 'прививка'],
  ['постричь', 'стрижка'],
  ['компьютер', 'пк'],
  ['dinner', 'supper'],
  ['квартира', 'flat'],
])('«%s» is said for «%s»', (left, right) => {
  expect(sameStems(stemWord(left)).has(stemWord(right))).toBe(true);
});
