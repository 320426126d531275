import { isOrdinaryWord } from '../../knowledge/index.ts';
import { isRussianWord } from './read-layout.ts';
import { wordsOf } from './words.ts';

const MIN_WORD = 3;
/** Words that Russian writes so in Latin letters, and no other language: one of them tells what the others are. */
const SURE = new Set(
  `privet zdravstvuyte zdravstvujte zdravstvuite spasibo pozhaluysta pozhaluista skolko skoko stoit stoyat stoimost tsena kogda
  mozhno nuzhno nuzhna nuzhen rabotaete rabotaet rabotayete otkryty chto kakoy kakaya kakie kakoi vas vash vasha eto ili gde est li
  nomer telefona zapisatsya zapisat dostavka dostavki podskazhite skazhite hochu khochu zavtra segodnya voskresenye subbotu`.split(
    /\s+/,
  ),
);
const MIN_ALONE = 5;
/** «iphone», "shellac", «gel-lac», a code: nobody writes Russian so. */
const FOREIGN = /ph|th|wh|[qwx]|c(?!h)|(?:ee|oo|ll|ss|tt)|\p{N}/u;
const MAX_CHARACTERS = 500;
/** As people write Russian in Latin letters; the longer ones first. */
const JOINED = Object.entries({
  ...{
    shch: 'щ',
    tsya: 'ться',
    sch: 'щ',
    zh: 'ж',
    kh: 'х',
    ch: 'ч',
    sh: 'ш',
    ts: 'ц',
    yo: 'е',
    jo: 'е',
    yu: 'ю',
    ju: 'ю',
  },
  ...{ iu: 'ю', ya: 'я', ja: 'я', ia: 'я', ye: 'е', je: 'е', iy: 'ий', yi: 'ый', yy: 'ый' },
});
const LETTER: Readonly<Record<string, string>> = {
  ...{ a: 'а', b: 'б', c: 'ц', d: 'д', e: 'е', f: 'ф', g: 'г', h: 'х', i: 'и', j: 'й', k: 'к', l: 'л', m: 'м', n: 'н' },
  ...{ o: 'о', p: 'п', r: 'р', s: 'с', t: 'т', u: 'у', v: 'в', w: 'в', x: 'х', y: 'ы', z: 'з', "'": 'ь', '’': 'ь' },
};
const VOWEL = /[аеиоуыэюя]$/u;
const CONSONANT = /[бвгджзклмнпрстфх]$/u;
/** «skolko», «tolko»: the sign behind them is left out. */
const MAY_BE_SOFT = /[лнтсдрвзм](?![аеиоуыэюяь])/gu;

/** Russian that was written in Latin letters («skolko stoit strizhka») as it was meant, but for names; every other text as it stands. */
export function readTranslit(text: string): string {
  if (text.length > MAX_CHARACTERS || !/[a-z]/i.test(text) || /\p{Script=Cyrillic}|@|:\/\//u.test(text)) return text;
  const words = wordsOf(text).filter((word) => /^[a-z'’]+$/.test(word));
  const sure = words.filter((word) => SURE.has(word));
  const counted = words.filter((word) => word.length >= MIN_WORD && !FOREIGN.test(word));
  const known = counted.filter((word) => SURE.has(word) || (!isOrdinaryWord(word) && isRussianWord(toRussian(word))));
  const isWhole =
    sure.length > 0 && known.length > 1 && known.length === words.filter(({ length }) => length >= MIN_WORD).length;
  const isPlain = sure.length > 1 || (sure[0]?.length ?? 0) >= MIN_ALONE || isWhole;
  const english = counted.filter((word) => isOrdinaryWord(word) && !SURE.has(word));
  if (!isPlain || english.length >= known.length || known.length * 2 < counted.length) return text;
  return text.replace(/[\p{L}\p{N}'’]+/gu, (word) => {
    const lower = word.toLowerCase();
    return FOREIGN.test(lower) && !SURE.has(lower) ? word : toRussian(lower);
  });
}

function toRussian(word: string): string {
  let russian = '';
  for (let at = 0; at < word.length; ) {
    const joined = JOINED.find(([latin]) => word.startsWith(latin, at));
    const letter = word[at] ?? '';
    // «moyka», «moy»: behind a vowel it is short.
    const single = letter === 'y' && VOWEL.test(russian) ? 'й' : (LETTER[letter] ?? letter);
    // «voskresenye»: behind a consonant there is a sign before it.
    const isParted = joined?.[0] === 'ye' && CONSONANT.test(russian);
    russian += isParted ? 'ье' : (joined?.[1] ?? single);
    at += joined?.[0].length ?? 1;
  }
  return isRussianWord(russian) ? russian : (soften(russian) ?? russian);
}

function soften(word: string): string | undefined {
  return [...word.matchAll(MAY_BE_SOFT)]
    .map(({ index }) => `${word.slice(0, index + 1)}ь${word.slice(index + 1)}`)
    .find(isOrdinaryWord);
}
