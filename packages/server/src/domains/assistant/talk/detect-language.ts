import type { ChannelSettings, Locale } from '@otvet/contract';
import { isOrdinaryWord } from '../../knowledge/index.ts';
import { wordsOf } from './words.ts';

type Hints = {
  aiLang: ChannelSettings['aiLang'];
  /** What the platform says of the customer, e.g. `en-US`. */
  platformLanguage: string | null;
  /** What the customer wrote before, newest last. */
  earlier: readonly string[];
  accountLocale: Locale;
};

/** In which of our two languages the templates are chosen for this customer. */
export function chooseLocale(text: string, hints: Hints): Locale {
  const fixed = toLocale(hints.aiLang === 'all' ? null : hints.aiLang);
  if (fixed) return fixed;
  const platform = toLocale(hints.platformLanguage);
  const script = [...hints.earlier, text]
    .filter((said) => platform !== 'ru' || !isGibberish(said))
    .map(detectScript)
    .findLast((found) => found !== undefined);
  if (script !== undefined) return script === 'cyrillic' ? 'ru' : 'en';
  return platform ?? hints.accountLocale;
}

/** Latin letters without a common word of English: no language that a customer who uses Russian has chosen. */
const isGibberish = (text: string): boolean =>
  detectScript(text) === 'latin' && !wordsOf(text).some((word) => word.length > 1 && isOrdinaryWord(word));

function toLocale(language: string | null): Locale | undefined {
  const base = language?.slice(0, 2).toLowerCase();
  return base === 'ru' || base === 'en' ? base : undefined;
}

export type Script = 'cyrillic' | 'latin';

const latinWord = /\p{Script=Latin}{2,}/gu;
const cyrillicWord = /\p{Script=Cyrillic}+/gu;
/** Short words that a sentence needs: they settle a text that is half brand names. */
const englishGlue = /\b(?:the|is|are|do|does|can|how|what|when|where|my|your|you|i|to|of|for|in|on|and|have|it)\b/i;
const russianGlue =
  /(?<!\p{L})(?:и|в|на|не|что|как|где|когда|у|вас|мне|можно|ли|по|для|с|есть|это|сколько|я)(?!\p{L})/iu;

/** «батарейка redmi note 10»: goods are named in Latin letters, and no English has a common Russian word in it. */
const russianWord = /(?<!\p{L})[а-яё]{3,}/u;

/** The script most words of a text are in; undefined without words, or where neither leads. */
export function detectScript(text: string): Script | undefined {
  const plain = text.replace(/https?:\/\/\S+|(?<!\S)\S+@\S+|@\w+/g, ' ');
  const latin = plain.match(latinWord)?.length ?? 0;
  const cyrillic = plain.match(cyrillicWord)?.length ?? 0;
  if (cyrillic > 0 && latin > 0) {
    const hasRussian = russianGlue.test(plain);
    const hasEnglish = englishGlue.test(plain);
    if (hasRussian !== hasEnglish) return hasRussian ? 'cyrillic' : 'latin';
    if (!hasEnglish && russianWord.test(plain)) return 'cyrillic';
  }
  if (cyrillic === latin) return cyrillic === 0 ? undefined : 'cyrillic';
  return cyrillic > latin ? 'cyrillic' : 'latin';
}

const cyrillicLanguages = new Set(['ru', 'be', 'bg', 'kk', 'ky', 'mk', 'mn', 'tg', 'uk']);
const otherLanguages = new Set(
  'am ar hy az bn zh ka el gu he hi ja kn km ko lo ml mr my ne or ps fa pa sr sd si ta tt te th tk ur ug uz yi'.split(
    ' ',
  ),
);
const MIN_LETTERS = 16;
const MIN_SHARE = 0.35;

/** Whether an answer is plainly in another script than it has to be; names of goods in Latin letters are no fault. */
export function isWrongLanguage(
  answer: string,
  { aiLang, customerText }: { aiLang: ChannelSettings['aiLang']; customerText: string },
): boolean {
  const wanted = aiLang === 'all' ? detectScript(customerText) : scriptOf(aiLang);
  if (wanted === undefined) return false;
  const plain = answer.replace(/https?:\/\/\S+|(?<!\S)\S+@\S+|@\w+/g, ' ');
  const cyrillic = plain.match(/\p{Script=Cyrillic}/gu)?.length ?? 0;
  const latin = plain.match(/\p{Script=Latin}/gu)?.length ?? 0;
  const all = plain.match(/\p{L}/gu)?.length ?? 0;
  if (all < MIN_LETTERS) return false;
  return (wanted === 'cyrillic' ? cyrillic : latin) / all < MIN_SHARE;
}

function scriptOf(language: string): Script | undefined {
  if (cyrillicLanguages.has(language)) return 'cyrillic';
  return otherLanguages.has(language) ? undefined : 'latin';
}
