import { CONCEPT_WORDS } from './concept-words.ts';
import { stemWord } from './stem-word.ts';

let relations: Map<string, Set<string>> | undefined;

/** Stems that mean about the same as the given one, in Russian and in English. */
export function relatedStems(stem: string): Iterable<string> {
  relations ??= readConcepts();
  return relations.get(stem) ?? [];
}

function readConcepts(): Map<string, Set<string>> {
  const related = new Map<string, Set<string>>();
  for (const line of CONCEPT_WORDS.trim().split('\n')) {
    const stems = new Set(line.split(' ').map((word) => stemWord(word.replaceAll('ё', 'е'))));
    for (const stem of stems) {
      const known = related.get(stem) ?? new Set();
      for (const other of stems) if (other !== stem) known.add(other);
      related.set(stem, known);
    }
  }
  return related;
}
