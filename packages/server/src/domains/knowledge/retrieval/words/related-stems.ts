import { CONCEPT_WORDS } from './concept-words.ts';
import { KIN_WORDS } from './kin-words.ts';
import { stemWord } from './stem-word.ts';

type Relations = Map<string, Set<string>>;

let same: Relations | undefined;
let related: Relations | undefined;

/** Stems that mean about the same as the given one, in Russian and in English: one may be said for the other. */
export function sameStems(stem: string): ReadonlySet<string> {
  same ??= readLines(CONCEPT_WORDS);
  return same.get(stem) ?? new Set();
}

/** With those that only belong to it, as «ужин» to «завтрак»: they find, and tell nothing of what is found. */
export function relatedStems(stem: string): Iterable<string> {
  related ??= readLines(CONCEPT_WORDS, KIN_WORDS);
  return related.get(stem) ?? [];
}

function readLines(...tables: string[]): Relations {
  const relations: Relations = new Map();
  for (const line of tables.flatMap((table) => table.trim().split('\n'))) {
    const stems = new Set(line.split(' ').map((word) => stemWord(word.replaceAll('ё', 'е'))));
    for (const stem of stems) {
      const known = relations.get(stem) ?? new Set();
      for (const other of stems) if (other !== stem) known.add(other);
      relations.set(stem, known);
    }
  }
  return relations;
}
