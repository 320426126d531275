import { endWithin } from './cut-short.ts';

/** No piece is longer: what an answer reads, and far below what the index takes. */
export const PASSAGE_WORDS = 180;
/** Of long words, or of a language without spaces, fewer make a piece. */
const MAX_CHARACTERS = 2400;
const CHARACTERS_OF_A_WORD = MAX_CHARACTERS / PASSAGE_WORDS;

export function countWords(text: string): number {
  let words = 0;
  let isIn = false;
  for (let at = 0; at < text.length; at += 1) {
    const isSpace = text.charCodeAt(at) <= 32 || text[at] === '\u00a0';
    if (!isSpace && !isIn) words += 1;
    isIn = !isSpace;
  }
  return words;
}

/** What a text takes of a piece, in usual words. */
export function weighText(text: string): number {
  return Math.max(countWords(text), Math.ceil(text.length / CHARACTERS_OF_A_WORD));
}

/** The text in parts that fit a piece each, divided between sentences, else between words, else anywhere. */
export function cutText(text: string): string[] {
  if (fits(text)) return text.trim() === '' ? [] : [text];
  const parts: string[] = [];
  let open = '';
  for (const piece of splitSentences(text).flatMap((sentence) => (fits(sentence) ? [sentence] : splitLong(sentence)))) {
    if (open !== '' && !fits(`${open} ${piece}`)) {
      parts.push(open.trim());
      open = piece;
    } else open = open === '' || open.endsWith('\n') ? `${open}${piece}` : `${open} ${piece}`;
  }
  if (open !== '') parts.push(open.trim());
  return parts;
}

function fits(text: string): boolean {
  return weighText(text) <= PASSAGE_WORDS;
}

/** An end of a line stays one. Short words before a point are no ends: "г. Москва", "ул. Ленина", "т.е.", "Dr. Who". */
function splitSentences(text: string): string[] {
  const sentences: string[] = [];
  let from = 0;
  for (const end of text.matchAll(/[.!?…][»”")\]]?\s|\n/g)) {
    const at = end.index + end[0].length;
    const before = text.slice(Math.max(from, end.index - 5), end.index);
    const isShort = end[0].startsWith('.') && /(?:^|[\s(.])\p{Letter}{1,2}$/u.test(before);
    if (isShort || at - from < 2) continue;
    const sentence = text.slice(from, at).trim();
    if (sentence !== '') sentences.push(end[0] === '\n' ? `${sentence}\n` : sentence);
    from = at;
  }
  sentences.push(text.slice(from).trim());
  return sentences.filter((sentence) => sentence !== '');
}

/** One sentence of a whole page, or a text without spaces. */
function splitLong(sentence: string): string[] {
  const parts: string[] = [];
  let open: string[] = [];
  let length = 0;
  const close = () => {
    if (open.length > 0) parts.push(open.join(' '));
    open = [];
    length = 0;
  };
  for (const word of sentence.split(/\s/).flatMap(splitWord)) {
    if (word === '') continue;
    if (open.length >= PASSAGE_WORDS - 1 || length + word.length + 1 > MAX_CHARACTERS) close();
    open.push(word);
    length += word.length + 1;
  }
  close();
  return parts;
}

function splitWord(word: string): string[] {
  if (word.length <= MAX_CHARACTERS) return [word];
  const parts: string[] = [];
  for (let from = 0; from < word.length; ) {
    const end = endWithin(word, from + MAX_CHARACTERS);
    parts.push(word.slice(from, end));
    from = end;
  }
  return parts;
}
