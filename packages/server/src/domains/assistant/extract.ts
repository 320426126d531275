import { serverTexts } from '../../platform/texts/texts.ts';
import type { FoundPassage, Retrieval } from '../knowledge/index.ts';
import type { Retrieve } from './context/find-knowledge.ts';
import {
  answer,
  clarify,
  type DraftDecision,
  type HandOverReason,
  handOver,
  type TurnScene,
  toSource,
} from './decision.ts';
import { chooseCandidate } from './talk/choose-candidate.ts';

const MAX_TITLE_CHARACTERS = 160;
const PICK_LIMIT = 10;

/** The answer without a model: the best pair's words as they stand, a question back, or a person. */
export function extract(
  scene: TurnScene,
  { retrieval, knowledgeBaseId, refusal }: { retrieval: Retrieval; knowledgeBaseId: string; refusal: HandOverReason },
): DraftDecision {
  const { passages, confidence, decision } = retrieval;
  const find = (id: string) => passages.find((passage) => passage.id === id);
  if (decision.kind === 'answer') {
    const best = find(decision.id);
    if (best) return answer(best.text, { sources: [toSource(best, knowledgeBaseId)], confidence });
  }
  // A second question back in a row would make the customer go round in circles.
  if (decision.kind === 'clarify' && scene.reading.lastReply?.decision !== 'clarify') {
    const candidates = decision.ids.flatMap((id) => find(id) ?? []);
    if (candidates.length > 1) {
      const sources = candidates.map((passage) => toSource(passage, knowledgeBaseId));
      return clarify(serverTexts(scene.locale, 'assistant.clarify', { choices: listChoices(candidates) }), {
        sources,
        confidence,
      });
    }
  }
  return handOver(scene, { reason: refusal, confidence });
}

/** The reply to our question back: the picked pair's words. Undefined when the turn is no such reply. */
export async function answerChoice(scene: TurnScene, retrieve: Retrieve): Promise<DraftDecision | undefined> {
  const { lastReply, text } = scene.reading;
  if (lastReply?.author !== 'assistant' || lastReply.decision !== 'clarify' || lastReply.sources.length < 2)
    return undefined;
  // A model's own question back has no numbered list: only the model knows what it meant.
  if (lastReply.sources.some((source, place) => !lastReply.text.includes(writeChoice(source.title, place))))
    return undefined;
  const choice = chooseCandidate(
    text,
    lastReply.sources.map(({ title }) => title),
  );
  if (choice === undefined) return undefined;
  if (choice.kind === 'none') return handOver(scene, { reason: 'not_known' });
  const picked = choice.places.flatMap((place) => lastReply.sources[place] ?? []);
  const found: FoundPassage[] = [];
  for (const { passageId, knowledgeBaseId, title } of picked) {
    const { passages } = await retrieve({
      accountId: scene.accountId,
      knowledgeBaseId,
      query: title,
      limit: PICK_LIMIT,
    });
    const passage = passages.find(({ id }) => id === passageId);
    // The pair was changed or deleted meanwhile: the turn is read as a new question.
    if (!passage) return undefined;
    found.push(passage);
  }
  return answer(found.map((passage) => passage.text).join('\n\n'), { sources: picked, confidence: 1 });
}

const listChoices = (passages: { title: string }[]): string =>
  passages.map(({ title }, place) => writeChoice(title, place)).join('\n');

function writeChoice(title: string, place: number): string {
  const line = title.replace(/\s+/g, ' ').trim();
  const shown = line.length > MAX_TITLE_CHARACTERS ? `${line.slice(0, MAX_TITLE_CHARACTERS).toWellFormed()}…` : line;
  return `${place + 1}) ${shown}`;
}
