import {
  isPriceWord,
  type Retrieval,
  splitUnits,
  statesPrice,
  stemWord,
  wantsPrice,
} from '../../../knowledge/index.ts';
import { wordsOf } from '../../talk/words.ts';
import { asksNarrower } from '../doubts/asks-narrower.ts';
import { endsWithHowMuch } from '../doubts/misses-subject.ts';
import { pricesThing } from '../doubts/prices-thing.ts';
import { findBest } from '../questions/ask-which.ts';
import { hasFigures } from '../rows/has-figures.ts';
import { isAboutThing } from '../rows/is-about-thing.ts';
import { isOtherModel } from '../rows/is-other-model.ts';
import { keepLetterSize } from '../rows/letter-sizes.ts';
import { rowsBeside } from '../rows/list-rows.ts';
import { wordsToSay } from '../say-passage.ts';
import { isAmong, isSubject } from '../words/alike-words.ts';
import { knowsAll, stemsOf } from '../words/shared-words.ts';
import { giveFirst } from './give.ts';

/** A line of a list: «500 шт — 2900». */
const PRICED = /[-–—:] ?\p{N}[\p{N} ]*(?:\s?\p{Sc})?$/u;
const MAX_OF_SECTION = 8;
/** More than these are a list. */
const MAX_PRICES = 3;
/** They join, or ask: a list of prices has none of them. */
const empty = new Set(
  'а и но ну and but so how what whats is are does do would will the a an of for your you please tell me один одна одно одну one'.split(
    ' ',
  ),
);

/**
 * «сколько стоит подъём на лифте» has three words that no passage has to have: where the search is not sure, what the price is
 * asked of is searched for by itself. Taken only where the words that would be given state a price, and the passage knows all that is asked.
 */
export async function findPrice(
  question: string,
  search: (query: string) => Promise<Retrieval>,
): Promise<Retrieval | undefined> {
  if (!wantsPrice(question) && !endsWithHowMuch(question)) return undefined;
  const thing = wordsOf(question).filter((word) => !isPriceWord(word) && !empty.has(word));
  if (!thing.some(isSubject)) return undefined;
  const retrieval = await search(thing.join(' '));
  const best = findBest(retrieval);
  const section = best?.kind === 'qa' ? undefined : findSection(question, { thing, retrieval });
  if (section !== undefined) return section;
  const isPriced =
    best !== undefined && statesPrice(wordsToSay(best)) && pricesThing(question, best) && !asksNarrower(question, best);
  // «Сколько стоит завтрак?» may be the nearest to «обед», and stand before the row of one.
  if (best === undefined || !isPriced || !knowsAll(thing.filter(isSubject), `${best.title} ${best.text}`))
    return findRows(question, { thing, retrieval }) ?? findSentences(question, { thing, retrieval });
  if (best.kind === 'qa') return isOfPair(thing, best) ? retrieval : undefined;
  return findSentences(question, { thing, retrieval }) ?? retrieval;
}

type Searched = { thing: readonly string[]; retrieval: Retrieval };

/** What stands under the very name of the thing: «сколько стоят визитки» before «Разработка макета визитки 700 ₽» elsewhere. */
function findSection(question: string, { thing, retrieval }: Searched): Retrieval | undefined {
  const asked = thing.filter(isSubject);
  const isNamed = (heading: string) =>
    knowsAll(asked, heading) && knowsAll(wordsOf(heading).filter(isSubject), asked.join(' '));
  const section = retrieval.passages.find(({ kind, heading = '' }) => kind !== 'qa' && isNamed(heading));
  const priced = splitUnits(section?.text ?? '').filter(({ text }) => statesPrice(text) || PRICED.test(text));
  if (section === undefined || priced.length === 0 || priced.length > MAX_OF_SECTION) return undefined;
  const quote = priced.map(({ text }) => text).join('\n');
  return pricesThing(question, { ...section, quote }) ? giveFirst(retrieval, { ...section, quote }) : undefined;
}

/** A pair or a text about the thing stands before its price: the rows of a price list that are of it and nothing else. */
function findRows(question: string, { thing, retrieval }: Searched): Retrieval | undefined {
  const asked = thing.filter(isSubject);
  for (const passage of retrieval.passages) {
    const rows = passage.kind === 'qa' ? [] : rowsBeside(passage, retrieval.passages);
    const own = rows.filter((row) => {
      const { name, line, words } = row;
      if (isOtherModel(question, row)) return false;
      const stems = words.map(stemWord);
      return (
        (statesPrice(line) || hasFigures(line)) &&
        asked.every((word) => isAmong(word, stems)) &&
        isAboutThing(name, question, asked)
      );
    });
    const ofSize = keepLetterSize(own, { question, table: rows });
    if (ofSize.length > 0)
      return giveFirst(retrieval, { ...passage, quote: ofSize.map(({ line }) => line).join('\n') });
  }
  return undefined;
}

/**
 * «Занятие длится 45 минут» is the nearest to «занятие», and other sentences name its price: those of one text, where they are
 * few («Стрижка собак мелких пород от 1800 ₽», «крупных пород от 3500 ₽»).
 */
function findSentences(question: string, { thing, retrieval }: Searched): Retrieval | undefined {
  const best = findBest(retrieval);
  const isOfPair = best?.kind === 'qa' && !asksNarrower(question, best);
  const asked = thing.filter(isSubject);
  for (const passage of isOfPair ? [] : retrieval.passages) {
    if (passage.kind === 'qa') continue;
    const own = splitUnits(passage.text).filter(
      ({ text: quote }) => statesPrice(quote) && knowsAll(asked, quote) && pricesThing(question, { ...passage, quote }),
    );
    // «Разовое занятие стоит 900 рублей» before «Абонемент на 8 занятий — 5600».
    const about = own.filter((unit) => isAboutThing(unit.text, question, asked));
    // «Завтрак — 500 ₽» before «Ужин — 800 ₽».
    const named = about.filter((unit) => asked.map(stemWord).every((stem) => stemsOf(unit.text).has(stem)));
    const ofIt = named.length > 0 ? named : about;
    const said = ofIt.length > 0 || passage.id !== best?.id ? ofIt : own;
    if (said.length > 0 && said.length <= MAX_PRICES)
      return giveFirst(retrieval, { ...passage, quote: said.map(({ text }) => text).join('\n') });
  }
  return undefined;
}

/** The answer of a pair may name the price of another thing in passing: it has to ask of this one, or to begin with it. */
function isOfPair(thing: readonly string[], { title, text }: { title: string; text: string }): boolean {
  const named = [...wordsOf(title), ...wordsOf(text).slice(0, 1)].map(stemWord);
  return thing.some((word) => isSubject(word) && isAmong(word, named));
}
