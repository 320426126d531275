import { findPressed, readChoices } from '@otvet/contract';
import { NOT_KNOWN } from '../dialogs/index.ts';
import type { Retrieve } from './context/find-knowledge.ts';
import type { TurnReading } from './context/read-turn.ts';
import { answer, type DraftDecision, handOver, type TurnScene } from './decision.ts';
import { type Choice, chooseCandidate } from './talk/choose-candidate.ts';

const PICK_LIMIT = 10;

/** The reply to our question back: the picked pair's words, or a person. Undefined when the turn is no such reply. */
export async function answerChoice(scene: TurnScene, retrieve: Retrieve): Promise<DraftDecision | undefined> {
  const { lastReply } = scene.reading;
  const choice = readPick(scene.reading);
  if (choice === undefined || lastReply === undefined) return undefined;
  if (choice.kind === 'none') return handOver(scene, { reason: callsPerson(scene.reading) ? 'not_chosen' : NOT_KNOWN });
  const picked = choice.places.flatMap((place) => lastReply.sources[place] ?? []);
  if (picked.length === 0) return handOver(scene, { reason: 'customer_asked' });
  const texts: string[] = [];
  for (const { passageId, knowledgeBaseId, title } of picked) {
    const place = { accountId: scene.accountId, knowledgeBaseId };
    const { passages } = await retrieve({ ...place, query: title, limit: PICK_LIMIT });
    const passage = passages.find(({ id }) => id === passageId);
    // The pair was changed or deleted meanwhile: the turn is read as a new question.
    if (!passage) return undefined;
    texts.push(passage.text);
  }
  return answer(texts.join('\n\n'), { sources: picked, confidence: 1 });
}

/** Our question back waits for a pick: «первый» and «нет» are answers, no nods. */
export const isChoicePending = (reading: TurnReading): boolean => readPending(reading) !== undefined;

/** The turn says an offered question in its own words, as a button does: whatever the words mean elsewhere. */
export function isPressed({ lastReply, ...reading }: TurnReading): boolean {
  const place = findPressed(readPending({ lastReply })?.choices ?? [], reading.text);
  return place !== undefined && lastReply !== undefined && place < lastReply.sources.length;
}

function readPending({ lastReply }: Pick<TurnReading, 'lastReply'>) {
  return lastReply?.author === 'assistant' ? readChoices(lastReply) : undefined;
}

/** An offer made before a person is called has the call among its lines. */
const callsPerson = ({ lastReply }: Pick<TurnReading, 'lastReply'>): boolean =>
  (readPending({ lastReply })?.choices.length ?? 0) > (lastReply?.sources.length ?? 0);

/** Which of the offered lines a turn picks: by its very words (a button says them), by number, or by words of its own. */
function readPick(reading: TurnReading): Choice | undefined {
  const offer = readPending(reading);
  if (offer === undefined) return undefined;
  const { text } = reading;
  const pressed = findPressed(offer.choices, text);
  if (pressed !== undefined) return { kind: 'picked', places: [pressed] };
  return chooseCandidate(text, offer.choices);
}
