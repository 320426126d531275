import { stemImportance } from '../words/weak-words.ts';
import { addToInt, createIntList, type IntList, intAt } from './int-list.ts';
import { appendPosting, createPostingLists, type PostingLists } from './posting-lists.ts';

/** The stems of one base, how many answers use each, and a character n-gram index to find stems that look alike. */
export type Vocabulary = {
  ids: Map<string, number>;
  stems: string[];
  /** Answers with the stem in the body, and in the body or any question. */
  bodyAnswers: IntList;
  anyAnswers: IntList;
  /** Single questions with the stem. */
  questions: IntList;
  /** Per stem 1, or less for a function word. */
  importance: Float32Array;
  gramIds: Map<string, number>;
  gramStems: PostingLists;
  gramCounts: IntList;
  shared: Uint16Array;
};

export type SimilarStem = {
  stem: number;
  similarity: number;
};

const digits = /\p{N}/u;
const SHORTEST_SIMILAR = 3;

export function createVocabulary(): Vocabulary {
  return {
    ids: new Map(),
    stems: [],
    bodyAnswers: createIntList(),
    anyAnswers: createIntList(),
    questions: createIntList(),
    importance: new Float32Array(256),
    gramIds: new Map(),
    gramStems: createPostingLists(),
    gramCounts: createIntList(),
    shared: new Uint16Array(256),
  };
}

export function stemIdOf(vocabulary: Vocabulary, stem: string): number {
  const known = vocabulary.ids.get(stem);
  if (known !== undefined) return known;
  const id = vocabulary.stems.length;
  vocabulary.ids.set(stem, id);
  vocabulary.stems.push(stem);
  vocabulary.importance = roomFor(vocabulary.importance, id);
  vocabulary.importance[id] = stemImportance(stem);
  const grams = gramsOf(stem);
  for (const gram of grams) {
    const key = vocabulary.gramIds.get(gram) ?? vocabulary.gramIds.size;
    vocabulary.gramIds.set(gram, key);
    appendPosting(vocabulary.gramStems, { key, entry: id, count: 1 });
  }
  addToInt(vocabulary.gramCounts, { place: id, by: grams.length });
  return id;
}

function roomFor(values: Float32Array, place: number): Float32Array {
  if (place < values.length) return values;
  const grown = new Float32Array(values.length * 2);
  grown.set(values);
  return grown;
}

/** True where some passage still has the stem. */
function isStemUsed(vocabulary: Vocabulary, stem: number): boolean {
  return intAt(vocabulary.anyAnswers, stem) > 0;
}

/** Distinct character bigrams and trigrams of a stem with its edges marked; none for numbers and very short stems. */
export function gramsOf(stem: string): string[] {
  if (stem.length < SHORTEST_SIMILAR || digits.test(stem)) return [];
  const marked = `^${stem}$`;
  const grams = new Set<string>();
  for (const size of [2, 3]) {
    for (let start = 0; start + size <= marked.length; start += 1) grams.add(marked.slice(start, start + size));
  }
  return [...grams];
}

/** What the words of one query may still be compared with: how often stems share a few letters with them. */
export type ComparisonBudget = { left: number };

/** Stems of the base that look like the given one, the most similar first, equal ones by the alphabet; none on an empty budget. */
export function similarStems(
  vocabulary: Vocabulary,
  request: { stem: string; min: number; limit: number; budget: ComparisonBudget },
): SimilarStem[] {
  if (request.budget.left <= 0) return [];
  const grams = gramsOf(request.stem);
  const touched = countShared(vocabulary, grams, request.budget);
  const found: SimilarStem[] = [];
  for (const stem of touched) {
    const shared = vocabulary.shared[stem] ?? 0;
    vocabulary.shared[stem] = 0;
    const similarity = shared / Math.sqrt(grams.length * intAt(vocabulary.gramCounts, stem));
    if (similarity < request.min || !isStemUsed(vocabulary, stem)) continue;
    if (vocabulary.stems[stem] === request.stem) continue;
    found.push({ stem, similarity });
  }
  const name = (stem: number): string => vocabulary.stems[stem] ?? '';
  found.sort((a, b) => b.similarity - a.similarity || (name(a.stem) < name(b.stem) ? -1 : 1));
  return found.slice(0, request.limit);
}

function countShared(vocabulary: Vocabulary, grams: string[], budget: ComparisonBudget): number[] {
  if (vocabulary.shared.length < vocabulary.stems.length) {
    vocabulary.shared = new Uint16Array(vocabulary.stems.length * 2);
  }
  const { starts, lengths, entries } = vocabulary.gramStems;
  const touched: number[] = [];
  for (const gram of grams) {
    const key = vocabulary.gramIds.get(gram);
    if (key === undefined) continue;
    const start = starts[key] ?? 0;
    const end = start + (lengths[key] ?? 0);
    budget.left -= end - start;
    for (let place = start; place < end; place += 1) {
      const stem = entries[place] ?? 0;
      const count = vocabulary.shared[stem] ?? 0;
      if (count === 0) touched.push(stem);
      vocabulary.shared[stem] = count + 1;
    }
  }
  return touched;
}
