import { isPreposition, wordsOf } from '../../talk/words.ts';

/** «размеры у дивана», "colours of the sofa": whose it is, though not the business's. */
const OWNER = /(?<!\p{L})(?:у (?!(?:вас|нас|меня)(?!\p{L}))|of (?!your))\S.*$/iu;
/** «какая ткань для дивана» asks of a quality too. */
const PURPOSE = /(?<!\p{L})(?:для|for) (?!(?:вас|нас|меня|you|us|me)(?!\p{L}))\S.*$/iu;
const ASKS_QUALITY = /^(?:[аи] |and )?(?:как(?:ой|ая|ое|ие|ов|ова|ово|овы)|what|which)(?!\p{L})/iu;

/**
 * «какие размеры и цвета у дивана?»: what stands behind the last part is what all of them are of, where they name nothing of the
 * kind. A half without it would be answered from whatever thing has sizes.
 */
export function shareObject(parts: readonly string[]): string[] {
  const last = parts.at(-1) ?? '';
  const object = OWNER.exec(last) ?? (asksQuality(parts[0] ?? '') ? PURPOSE.exec(last) : null);
  if (object === null) return [...parts];
  return parts.map((part) => (wordsOf(part).some(isPreposition) ? part : `${part} ${object[0]}`));
}

/** It asks what a thing is like. */
export const asksQuality = (part: string): boolean => ASKS_QUALITY.test(part);
