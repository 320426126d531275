import type { DocumentBlock, ReadDocument } from './document.ts';
import { textOf } from './text-of-block.ts';

/** So many letters tell; fewer may be a name. */
const MIN_LETTERS = 20;
const SAMPLE_CHARACTERS = 20_000;
/** A Russian text may hold many Latin names, an English one hardly a Cyrillic word. */
const RUSSIAN_SHARE = 0.2;
/** Letters that other languages of the same scripts have besides; a share of them makes it neither. */
const MAX_FOREIGN_SHARE = 0.02;
/** Of letters of other scripts. */
const MAX_OTHER_SHARE = 0.3;
const FOREIGN = new Set('іїєґўђјљњћџқғңұһәөßäüøåæœłąęćśźżčšžřěůğışñõãêôçàèéáíóú');

/** By its letters: Russian, English, or neither. */
export function detectLanguage(blocks: DocumentBlock[], minLetters = MIN_LETTERS): ReadDocument['language'] {
  const counts = { ru: 0, en: 0, foreign: 0, other: 0 };
  for (const sign of sampleOf(blocks).toLowerCase()) {
    if (sign >= 'а' && sign <= 'ё') counts.ru += 1;
    else if (sign >= 'a' && sign <= 'z') counts.en += 1;
    else if (FOREIGN.has(sign)) counts.foreign += 1;
    else if (/\p{Letter}/u.test(sign)) counts.other += 1;
  }
  const { ru, en, foreign, other } = counts;
  const known = ru + en;
  if (known < minLetters || foreign > known * MAX_FOREIGN_SHARE || other > known * MAX_OTHER_SHARE) return null;
  return ru > known * RUSSIAN_SHARE ? 'ru' : 'en';
}

function sampleOf(blocks: DocumentBlock[]): string {
  let sample = '';
  for (const block of blocks) {
    if (sample.length > SAMPLE_CHARACTERS) break;
    sample += ` ${textOf(block)}`;
  }
  return sample.slice(0, SAMPLE_CHARACTERS);
}
