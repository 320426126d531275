import { analyseQuery } from '../analyse-query.ts';
import { listLeftOut } from '../calibration/left-out.ts';
import type { Passage } from '../passage-index/index-state.ts';
import type { PassageIndex } from '../passage-index/passage-index.ts';
import { splitUnits } from '../quote/split-units.ts';
import { rankAnalysed } from '../rank-answers.ts';
import { type RetrievalModel, shippedModel } from '../retrieval-model.ts';
import { splitWords } from '../words/split-words.ts';
import type { WeighedQuestion } from './choose-weight.ts';
import type { NearPassages } from './near-passages.ts';

/**
 * A question whose answer is known from the base itself: a phrasing, while the others of its pair are there; the question of a
 * pair, while only its answer is; a sentence of a piece, while the rest of it is. `left`: what is then in the place of the
 * passage; `part`: the text of the passage that is not there, undefined for all of them.
 */
export type Evidence = { passageId: string; asked: string; left: Passage; part: number | undefined };

type Text = { id: string; kind: 'qa' | 'file' | 'page'; question: string; phrasings: readonly string[]; body: string };

const MIN_SENTENCE_WORDS = 4;
const MIN_REST_WORDS = 8;
const WORD_LIMIT = { characters: 4000, words: 400 };

/** Which passages and which of their questions a base is tried with, spread over all of it. */
export function choosePassages(index: PassageIndex, max: number): { passageId: string; phrasing: number }[] {
  const seen = new Set<string>();
  return listLeftOut(index.state, max).flatMap((asked) => {
    const member = index.state.answers[index.state.answerByKey.get(asked.key) ?? -1]?.members[0];
    const passageId = asked.kind === 'pair' ? asked.passageId : member?.passageId;
    const phrasing = asked.kind === 'pair' ? asked.phrasing : 0;
    const key = `${passageId} ${phrasing}`;
    if (passageId === undefined || seen.has(key)) return [];
    seen.add(key);
    return [{ passageId, phrasing }];
  });
}

/** Undefined where a passage tells nothing: it is too short. */
export function toEvidence(text: Text, phrasing: number): Evidence | undefined {
  if (text.kind !== 'qa') return sentenceOf(text);
  const questions = [text.question, ...text.phrasings];
  const asked = questions[phrasing];
  if (asked === undefined) return undefined;
  const { id: passageId, body } = text;
  const others = questions.filter((_, place) => place !== phrasing);
  const [question = '', ...phrasings] = others;
  const left: Passage = { id: passageId, kind: 'qa', question, phrasings, text: body };
  return { passageId, asked, left, part: others.length > 0 ? phrasing : undefined };
}

/** A sentence from the middle: the first ones often say what the heading says. */
function sentenceOf({ id, kind, question, body }: Text): Evidence | undefined {
  const units = splitUnits(body);
  const countWords = (text: string) => splitWords(text, WORD_LIMIT).length;
  const usable = units.flatMap(({ text }, place) => (countWords(text) >= MIN_SENTENCE_WORDS ? [place] : []));
  const chosen = usable[Math.floor(usable.length / 2)];
  if (chosen === undefined) return undefined;
  const rest = units.filter((_, place) => place !== chosen).map(({ text }) => text);
  const text = rest.join('\n');
  if (countWords(text) < MIN_REST_WORDS) return undefined;
  return { passageId: id, asked: units[chosen]?.text ?? '', left: { id, kind, question, text }, part: undefined };
}

/** Asks a question of the evidence: what words and vectors say of each candidate. */
export function askEvidence(
  index: PassageIndex,
  {
    evidence,
    near,
    model = shippedModel,
  }: { evidence: Evidence; near: NearPassages; model?: RetrievalModel | undefined },
): WeighedQuestion {
  const { passageId, asked, left } = evidence;
  return index.replacing(left, () => {
    const { state } = index;
    const query = analyseQuery(state, asked);
    const { answers } = rankAnalysed(state, { query, weights: model.ranking, near });
    const isRight = (answer: number) => state.answers[answer]?.members.some((member) => member.passageId === passageId);
    return {
      words: Float64Array.from(answers, ({ words }) => words),
      closeness: Float64Array.from(answers, ({ closeness }) => closeness),
      right: new Set(answers.flatMap(({ answer }, place) => (isRight(answer) ? [place] : []))),
    };
  });
}
