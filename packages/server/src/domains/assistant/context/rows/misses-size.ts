import type { FoundPassage } from '../../../knowledge/index.ts';
import { sizesIn } from './spread-sizes.ts';

/** «холст 50х70» is not answered by «Холст 40х50 — 900 ₽»: words that would be given are of sizes, and none is the one that is asked for. */
export function missesSize(question: string, { kind, title, text, quote = text }: FoundPassage): boolean {
  const asked = sizesIn(question);
  const said = sizesIn(kind === 'qa' ? `${title}\n${text}` : quote);
  return said.length > 0 && !asked.some((size) => said.some((other) => holds(other, size)));
}

/** In any order; of three sides two may be said. */
const holds = (size: readonly number[], asked: readonly number[]): boolean =>
  asked.every((side) => size.includes(side)) || size.every((side) => asked.includes(side));
