import type { SourceChanges } from '@otvet/contract';
import { createRest } from '../../../../platform/time/create-rest.ts';
import { splitUnits } from '../../retrieval/index.ts';

type Passage = { trail: readonly string[]; body: string };

/** Of those that came, and of those that went. */
export const MAX_TEXTS = 20;
export const MAX_LENGTH = 300;
const COMPARED_PER_SLICE = 20_000;
const ABOVE = ' › ';

/**
 * What differs between passages that came and those that went: headings, sentences and rows, in their order, the first of
 * each side. A document that is cut in other places differs in nothing.
 */
export async function listChangedTexts(gone: readonly Passage[], fresh: readonly Passage[]): Promise<SourceChanges> {
  const rest = createRest(COMPARED_PER_SLICE);
  const before = await textsOf(gone, rest);
  const after = await textsOf(fresh, rest);
  const removed = [...before].filter((text) => !after.has(text));
  const added = [...after].filter((text) => !before.has(text));
  const isCut = Math.max(removed.length, added.length) > MAX_TEXTS;
  return { removed: showFirst(removed), added: showFirst(added), isCut };
}

async function textsOf(passages: readonly Passage[], rest: (work: number) => Promise<void>): Promise<Set<string>> {
  const texts = new Set<string>();
  for (const { trail, body } of passages) {
    if (trail.length > 0) texts.add(trail.join(ABOVE));
    for (const { text } of splitUnits(body)) texts.add(text);
    await rest(body.length);
  }
  return texts;
}

const showFirst = (texts: readonly string[]) => texts.slice(0, MAX_TEXTS).map(shorten);

function shorten(text: string): string {
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH - 1).toWellFormed()}…`;
}
