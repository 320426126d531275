import { replyOfRow, sayRowOfSection } from '@otvet/contract/values';
import type { FoundPassage } from '../../knowledge/index.ts';
import { findTurning } from './find-turning.ts';
import { nameOfOnlyRow } from './rows/list-rows.ts';

const MAX_TOPIC_CHARACTERS = 80;
const MAX_WHOLE_CHARACTERS = 600;
const LETTERS = /\p{L}{3,}/u;
const SAYS = /[\p{L}\p{N}]/u;

/**
 * A pair's answer as it stands; of a file or page the words that answer, a row of a table as one would say it, of a question
 * its whole answer, below the line that they would mean the opposite without.
 */
export function wordsToSay(passage: FoundPassage): string {
  const { kind, text, quote = text } = passage;
  if (kind === 'qa') return text;
  const reply = replyOfRow(text);
  if (reply !== undefined) return reply;
  const turning = findTurning(passage);
  return turning === undefined ? sayRows(quote) : `${turning.trim().replace(/(?<!\?)[:.]?$/u, ':')}\n${sayRows(quote)}`;
}

/** Rows as one would say them; of those that are questions their answers. */
export const sayRows = (text: string): string =>
  text
    .split('\n')
    .map((line) => replyOfRow(line) ?? sayTabs(sayRowOfSection(line)))
    .join('\n');

/** «Шарф⇥1 190» is «Шарф — 1 190»: a row of a text that names no columns. */
function sayTabs(line: string): string {
  if (!line.includes('\t')) return line;
  const [name = '', ...values] = line.split('\t').flatMap((cell) => (SAYS.test(cell) ? cell.trim() : []));
  if (values.length === 0) return name;
  return `${name}${/[.:)]$/u.test(name) ? ' ' : ' — '}${values.join(', ')}`;
}

/** All that a passage says, for who picked its topic; of a long piece the words that are nearest to it. */
export const wholeToSay = (passage: FoundPassage): string =>
  wordsToSay(passage.text.length > MAX_WHOLE_CHARACTERS ? passage : { ...passage, quote: passage.text });

/**
 * What a customer can pick a passage by: the question of a pair, of a file or page the name of its row or the heading right
 * above it. Undefined where it has neither, or none that could stand on a button.
 */
export function topicOf({ kind, title, heading, text }: FoundPassage): string | undefined {
  if (kind === 'qa') return title === '' ? undefined : title;
  const topic = (nameOfOnlyRow(text) ?? heading ?? '').trim();
  return topic.length <= MAX_TOPIC_CHARACTERS && LETTERS.test(topic) ? topic : undefined;
}
