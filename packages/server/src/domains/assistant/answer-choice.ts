import { findPressed } from '@otvet/contract';
import { serverTexts } from '../../platform/texts/texts.ts';
import { NOT_KNOWN, type OfferedChoice, SMALL_TALK } from '../dialogs/index.ts';
import type { FoundPassage } from '../knowledge/index.ts';
import type { Retrieve } from './context/find-knowledge.ts';
import type { TurnReading } from './context/read-turn.ts';
import { pickRow } from './context/rows/pick-row.ts';
import { wholeToSay } from './context/say-passage.ts';
import { answer, type DraftDecision, handOver, offerChoices, photosOf, type TurnScene } from './decision.ts';
import { type Choice, chooseCandidate } from './talk/choose-candidate.ts';
import { declines } from './talk/declines.ts';

const PICK_LIMIT = 10;

type LastReply = Pick<TurnReading, 'lastReply'>;

/** The reply to our question back: the picked pair's words, or a person. Undefined when the turn is no such reply. */
export async function answerChoice(scene: TurnScene, retrieve: Retrieve): Promise<DraftDecision | undefined> {
  const offered = readPending(scene.reading);
  // What was offered is over, and nobody is called for it.
  if (offered.length > 0 && declines(scene.reading.text)) return answer(serverTexts(scene.locale, 'assistant.agree'));
  const choice = readPick(scene.reading, offered);
  if (choice === undefined) return undefined;
  const reason = isBeforeCall(scene.reading) ? NOT_KNOWN : null;
  if (choice.kind === 'yes') {
    const which = offerChoices(scene, { key: 'assistant.which', choices: offered, confidence: null, reason });
    // A courtesy of ours may stand between.
    const asked = scene.reading.history.findLast(({ decision }) => decision === 'clarify');
    if (asked?.text !== which.text) return which;
  }
  if (choice.kind !== 'picked') return handOver(scene, { reason: reason === null ? NOT_KNOWN : 'not_chosen' });
  const picked = choice.places.flatMap((place) => offered[place] ?? []);
  const sources = picked.flatMap(({ source }) => source ?? []);
  if (sources.length === 0) return handOver(scene, { reason: 'customer_asked' });
  const given: FoundPassage[] = [];
  for (const { text, source } of picked) {
    if (source === null) continue;
    const { passageId, knowledgeBaseId, heading, title } = source;
    const place = { accountId: scene.accountId, knowledgeBaseId };
    // All rows of a table have one title.
    const query = source.kind === 'qa' || heading === text ? title : text;
    const { passages } = await retrieve({ ...place, query, limit: PICK_LIMIT });
    const passage = passages.find(({ id }) => id === passageId);
    // It was changed or deleted meanwhile: the turn is read as a new question.
    if (!passage) return undefined;
    const row = pickRow(passage, { name: text, found: passages, asked: scene.reading.earlier.at(-1) });
    // None of the rows has the figure that was asked for.
    if (row === undefined) return handOver(scene, { reason: NOT_KNOWN });
    given.push(row);
  }
  const text = given.map(wholeToSay).join('\n\n');
  return answer(text, { sources, confidence: 1, ...photosOf(given) });
}

/** Our question back waits for a pick: «первый» and «нет» are answers, no nods. */
export const isChoicePending = (reading: LastReply): boolean => readPending(reading).length > 0;

/** A question back stands last: a second one in a row would make the customer go round in circles. */
export const hasAskedBack = (reading: LastReply): boolean =>
  isChoicePending(reading) || reading.lastReply?.decision === 'clarify';

/** The turn says an offered question in its own words, as a button does: whatever the words mean elsewhere. */
export function isPressed(reading: Pick<TurnReading, 'lastReply' | 'text'>): boolean {
  const offered = readPending(reading);
  const place = findPressed(textsOf(offered), reading.text);
  return place !== undefined && offered[place]?.source !== null;
}

/** A courtesy of ours keeps what was offered before it: the buttons stand under the newest words. */
export function keepOffer(draft: DraftDecision, reading: LastReply): DraftDecision {
  return draft.reason === SMALL_TALK && draft.text !== '' ? { ...draft, choices: readPending(reading) } : draft;
}

function readPending({ lastReply }: LastReply): OfferedChoice[] {
  return lastReply?.author === 'assistant' ? lastReply.choices : [];
}

const textsOf = (offered: OfferedChoice[]): string[] => offered.map(({ text }) => text);

/** What was offered before a person is called: a courtesy of ours may stand between. A question which of two is meant calls nobody. */
function isBeforeCall({ history }: Pick<TurnReading, 'history'>): boolean {
  return history.findLast(({ decision }) => decision === 'clarify')?.reason === NOT_KNOWN;
}

/** Which of the offered lines a turn picks: by its very words (a button says them), by number, or by words of its own. */
function readPick({ text }: Pick<TurnReading, 'text'>, offered: OfferedChoice[]): Choice | undefined {
  if (offered.length === 0) return undefined;
  const texts = textsOf(offered);
  const pressed = findPressed(texts, text);
  if (pressed !== undefined) return { kind: 'picked', places: [pressed] };
  const choice = chooseCandidate(text, texts);
  const questions = offered.flatMap(({ source }, place) => (source === null ? [] : [place]));
  return choice?.kind === 'yes' && questions.length === 1 ? { kind: 'picked', places: questions } : choice;
}
