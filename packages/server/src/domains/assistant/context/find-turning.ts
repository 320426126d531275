import type { FoundPassage } from '../../knowledge/index.ts';
import { wordsOf } from '../talk/words.ts';

/** «Мы не делаем», «Запрещено», «Оплачивается отдельно», "What to bring": what stands below is not done, not allowed, not included. */
const TURNS =
  /(?<!\p{L})(?:не|нет|нельзя|запрещ\p{L}+|запрет\p{L}*|кроме|исключ\p{L}+|отдельно|дополнительно|платно|за доплату|взять|возьмите|брать|принести|принесите|с собой|not|no|don['’]t|doesn['’]t|can['’]?t|cannot|never|without|except\p{L}*|exclu\p{L}+|extras?|separately|prohibited|forbidden|banned|bring)(?!\p{L})/iu;
const BULLET = /^[-–—•*·]\s/u;
const LABEL = /^[^:.!?]{3,60}(?=:\s)/u;
const LOWER = /\p{Ll}/u;
const MAX_LEAD_WORDS = 8;

/**
 * The line that what is quoted stands below, where it turns the meaning: the lead of its list, the label at the beginning of its line,
 * or the heading. Undefined where there is none, and where it is quoted too.
 */
export function findTurning({ text, heading = '', quote = text }: FoundPassage): string | undefined {
  const lines = text.split('\n');
  const first = quote.split('\n')[0] ?? '';
  const at = lines.findIndex((line) => line.includes(first));
  const own = lines[at] ?? '';
  const label = LABEL.exec(own)?.[0];
  const lead = label !== undefined && !own.startsWith(first) ? label : leadAbove(lines, at);
  return [lead, heading].find((line) => line !== undefined && turns(line) && !quote.includes(line));
}

const turns = (line: string): boolean => TURNS.test(line) && wordsOf(line).length <= MAX_LEAD_WORDS;

/** The nearest line above that ends with a colon, or is in capitals; none above a sentence. */
function leadAbove(lines: readonly string[], at: number): string | undefined {
  const own = lines[at] ?? '';
  if (!BULLET.test(own) && /[.!?]$/u.test(own)) return undefined;
  const above = lines.slice(0, Math.max(0, at)).findLast((line) => isLead(line) || endsList(line));
  return above !== undefined && isLead(above) ? above : undefined;
}

const isLead = (line: string): boolean =>
  line.endsWith(':') || (line.length > 3 && !LOWER.test(line) && !/\p{N}/u.test(line));
const endsList = (line: string): boolean => !BULLET.test(line) && /[.!?]$/u.test(line);
