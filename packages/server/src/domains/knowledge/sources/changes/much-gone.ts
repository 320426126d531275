import { createRest } from '../../../../platform/time/create-rest.ts';
import type { DocumentPlace } from '../../reading/document.ts';
import type { PassageChange } from '../swap-passages.ts';

/** Of the passages, and of the words of those that are gone: more than this. */
const MUCH = 0.7;
/** Where there were fewer, they are written anew more easily than lost. */
const MIN_PASSAGES = 5;
/** The texts of fewer words say too little. */
const MIN_WORDS = 10;
/** Small words stand in every text. */
const WORD = /\p{L}{4,}/gu;
const COUNTED_PER_SLICE = 20_000;

/**
 * Little is left of what was there, as on the day that a site answers with its error, its login or its home page. Other prices
 * in the same rows, or a text that is put in other words here and there, are a change like any other.
 */
export async function isMuchGone(change: PassageChange, { isSentHome = false } = {}): Promise<boolean> {
  const { held, gone, fresh } = change;
  if (gone.length <= MUCH * held) return false;
  const rest = createRest(COUNTED_PER_SLICE);
  const before = await countWords(gone, rest);
  const after = await countWords(fresh, rest);
  if (before.total === 0 || left(before, after) >= (1 - MUCH) * before.total) return false;
  const isCutShort = before.total >= MIN_WORDS && after.total < before.total / 2;
  return held >= MIN_PASSAGES || isCutShort || isSentHome || isPageInsteadOf(change);
}

type Words = { total: number; counts: Map<string, number> };

async function countWords(texts: PassageChange['gone'], rest: (work: number) => Promise<void>): Promise<Words> {
  const counts = new Map<string, number>();
  let total = 0;
  for (const { trail, body } of texts) {
    for (const [word] of [...trail, body].join(' ').toLowerCase().matchAll(WORD)) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
      total += 1;
    }
    await rest(body.length);
  }
  return { total, counts };
}

const left = (before: Words, after: Words) =>
  [...before.counts].reduce((sum, [word, count]) => sum + Math.min(count, after.counts.get(word) ?? 0), 0);

/** A web page stands where a PDF or a table was. */
function isPageInsteadOf({ gone, fresh }: PassageChange): boolean {
  return gone.some(({ place }) => isOfFile(place)) && !fresh.some(({ place }) => isOfFile(place));
}

const isOfFile = ({ page, row }: DocumentPlace) => page !== undefined || row !== undefined;
