import { type FoundPassage, stemWord } from '../../../knowledge/index.ts';
import { detectScript } from '../../talk/detect-language.ts';
import { isPreposition, wordsOf } from '../../talk/words.ts';
import { isAlike, isAmong, isSubject } from '../words/alike-words.ts';
import { isAdjective } from '../words/word-forms.ts';
import { isCommon } from './misses-subject.ts';

/** By its end a word of Russian tells that it is no noun: a verb, an adjective or an adverb. */
const NO_NOUN =
  /(?:ете|ите|ешь|ишь|ать|ять|ить|еть|ти|чь|ся|сь|но|ую|юю|ый|ий|ой|ая|яя|ое|ее|ые|ие|ого|его|ых|их|ым|им|ет|ит|ют|ут|ят|ал|ил|ла|ло|ли)$/u;
const VERB = /(?:ете|ите|ешь|ишь|ть|ти|чь)$/u;
const TIME =
  /^(?:\p{N}+|час\p{L}*|дн(?:я|ей|и)|день|недел\p{L}*|месяц\p{L}*|год\p{L}*|лет|сут\p{L}*|hours?|days?|weeks?|months?|years?)$/u;
const UKRAINIAN = /[іїєґ]/iu;
const LATIN = /^\p{Script=Latin}/u;
/** Where any shop has its goods. */
const ANYWHERE = /(?<!\p{L})(?:на складе|в наличии|на сайте|в интернете|in stock|on the (?:site|website))(?!\p{L})/giu;
/** «We ship to Kazakhstan and Belarus» answers for every other country. */
const LISTED = /(?<!\p{L})(?:в|во|to|in)\s\p{Lu}\p{L}+(?:,| и| and)\s\p{Lu}/u;
/** «скидка студентам»: whom it is for, as behind a preposition. */
const RECIPIENTS = /(?:ам|ям)$/u;
/** «студенческая скидка»: what people pay less by, and whom it is for. */
const REDUCED = /^(?:скид(?:к|ок)|льгот|абонемент|тариф|билет)/u;
const OF_WHOM =
  /^(?:опто|студен|пенсион|детск|льготн|семейн|корпорат|именинн|школьн|ветеран|социальн|группов|накопит)\p{L}+$/u;
const MAX_NEW = 2;

type Passage = Pick<FoundPassage, 'title' | 'text'>;

/**
 * The question has the words of the pair and a noun that the pair does not know: in the place of its own («старый холодильник
 * вывезете?» beside «Вывозите старую мебель?»), behind a preposition («парковка для грузовиков»), or one that another passage
 * found for the question knows («график работы склада»). What it costs over the evaluation data stands in docs/retrieval.md.
 */
export function asksOfAnother(question: string, best: Passage, others: readonly Passage[] = []): boolean {
  if (!areOfOneLanguage(question, best.title)) return false;
  const words = wordsOf(question.replace(ANYWHERE, ' '));
  const asked = [...new Set(words)].filter(isTelling);
  const own = [...new Set(wordsOf(best.title))].filter(isTelling);
  const [askedStems, ownStems] = [words.map(stemWord), wordsOf(best.title).map(stemWord)];
  const known = [...ownStems, ...wordsOf(best.text).map(stemWord)];
  if (!own.some((word) => isAmong(word, askedStems))) return false;
  const speaksOfTime = wordsOf(best.text).some((word) => TIME.test(word));
  const namesPlaces = LISTED.test(best.text);
  /** «с большой собакой»: what stands between a preposition and its noun says only which one. */
  const isOfNext = (word: string) => isAdjective(word) && isThing(words[words.indexOf(word) + 1] ?? '');
  const isPlaced = (word: string) => {
    const at = words.indexOf(word);
    const before = isOfNext(words[at - 1] ?? '') ? at - 2 : at - 1;
    return isPreposition(words[before] ?? '') && !isOfNext(word);
  };
  /** The answer gives a time, or lists places: this is one of those. */
  const isAnswered = (word: string) => (speaksOfTime && TIME.test(word)) || (namesPlaces && isPlaced(word));
  const isNew = (word: string) => !isAmong(word, known) && !isAnswered(word);
  const last = asked.at(-1) ?? '';
  // «у кровати»: behind a preposition stands no verb.
  const isNoun = !VERB.test(last) || isPlaced(last);
  if (words.some((word, at) => isNew(word) && isForWhom(word, words[at + 1] ?? ''))) return true;
  if (isNoun && !isAnswered(last) && isOfOther(asked, { own, known })) return true;
  const added = asked.filter((word) => isNew(word) && (isPlaced(word) || !NO_NOUN.test(word)));
  if (added.length === 0 || added.length > MAX_NEW) return false;
  const left = own.filter((word) => !isAmong(word, askedStems) && !NO_NOUN.test(word));
  if (left.length > 0) return left.length === 1;
  if (added.some(isPlaced)) return true;
  const belongs = (word: string) => {
    const at = words.indexOf(word) + (LATIN.test(word) ? 1 : -1);
    return isSubject(words[at] ?? '') && isAmong(words[at] ?? '', ownStems);
  };
  const isKnown = (word: string) =>
    others.some(({ title, text }) => isAmong(word, wordsOf(`${title} ${text}`).map(stemWord)));
  const isFor = (word: string) => {
    const at = words.indexOf(word);
    return RECIPIENTS.test(word) && [words[at - 1], words[at + 1]].some((next = '') => isAmong(next, ownStems));
  };
  return added.some((word) => isFor(word) || (belongs(word) && isKnown(word)));
}

/**
 * «какие размеры у шкафа» beside «Какие размеры у дивана в разложенном виде?»: behind the words that both have each of them names
 * another thing. `known`: stems of the pair; that its answer has a word akin to the thing («кровать», «спальное место») says
 * nothing.
 */
function isOfOther(
  asked: readonly string[],
  { own, known }: { own: readonly string[]; known: readonly string[] },
): boolean {
  const thing = asked.at(-1) ?? '';
  if (known.some((stem) => isAlike(stemWord(thing), stem))) return false;
  const places = asked.slice(0, -1).map((word) => own.findIndex((other) => isAmong(word, [stemWord(other)])));
  const other = own[(places.at(-1) ?? own.length) + 1];
  return !places.includes(-1) && other !== undefined && !isAmong(other, asked.map(stemWord));
}

/** Words of two languages cannot be compared; Ukrainian ones look like Russian ones with slips. */
const areOfOneLanguage = (question: string, title: string): boolean =>
  detectScript(question) === detectScript(title) && UKRAINIAN.test(question) === UKRAINIAN.test(title);

/** «студенческая скидка» beside «Есть ли скидки?». */
const isForWhom = (word: string, next: string): boolean =>
  OF_WHOM.test(word) && isAdjective(word) && REDUCED.test(next);

const isThing = (word: string): boolean => isSubject(word) && !VERB.test(word);

const isTelling = (word: string): boolean => isSubject(word) && !isCommon(word);
