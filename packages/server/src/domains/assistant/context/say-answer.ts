import { type FoundPassage, statesPrice, stemWord } from '../../knowledge/index.ts';
import { wordsOf } from '../talk/words.ts';
import { readRow } from './rows/list-rows.ts';
import { wordsToSay } from './say-passage.ts';
import { isAmong } from './words/alike-words.ts';

/** What is done with a thing. */
const DEED =
  /(?:[аеи]ние|чистка|стирка|мойка|глажка|ремонт|пошив|перетяжка|сборка|установка|монтаж|замена|доставка|заточка|печать|покраска|cleaning|storage|repairs?|delivery|tenancy)$/u;
/** «Подшить брюки» */
const TO_DO = /(?:ть|ти|чь)(?:ся)?$/u;
const MAX_HEADING = 60;
const SHOUTED = /\p{Lu}{5}/u;

/**
 * What the customer is told: the words of a passage, and prices of things below the heading that says what is done for them:
 * «Свадебное платье — 3500 ₽» may be what its cleaning costs.
 */
export function sayAnswer(passage: FoundPassage): string {
  const words = wordsToSay(passage);
  const above = headingToSay(passage, words);
  return above === undefined ? words : `${above}:\n${words}`;
}

function headingToSay({ kind, heading = '' }: FoundPassage, words: string): string | undefined {
  const name = heading.trim().replace(/[:.]$/u, '');
  const deeds = wordsOf(name).filter((word) => DEED.test(word));
  if (kind === 'qa' || deeds.length === 0 || name.length > MAX_HEADING) return undefined;
  const rows = words.split('\n').map(readRow);
  const areThings = rows.every(
    (row) =>
      row !== undefined && statesPrice(row.line) && !row.words.some((word) => DEED.test(word) || TO_DO.test(word)),
  );
  const said = wordsOf(words).map(stemWord);
  return areThings && !deeds.some((word) => isAmong(word, said)) ? toSentence(name) : undefined;
}

const toSentence = (name: string): string =>
  SHOUTED.test(name) ? name.slice(0, 1) + name.slice(1).toLowerCase() : name;
