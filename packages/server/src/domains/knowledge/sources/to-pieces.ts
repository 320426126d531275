import { createHash } from 'node:crypto';
import { createRest, type Pause } from '../../../platform/time/create-rest.ts';
import { giveWay } from '../../../platform/time/give-way.ts';
import type { PassageDraft } from '../reading/document.ts';
import { loadOrdinaryWords, weighPassage } from '../retrieval/index.ts';
import { type Piece, questionOf } from './swap-passages.ts';

/** To weigh a passage means to find all its words: a slice takes a millisecond or two. */
export const WEIGHED_PER_SLICE = 500;
const HASHED_PER_SLICE = 10_000;

type About = { kind: 'file' | 'page'; hint: string; title: string };

/** Passages as they are stored, each with what it takes in memory. Others get their turn after each slice. */
export async function toPieces(
  passages: Iterable<PassageDraft>,
  { kind, ...about }: About,
  pause: Pause = giveWay,
): Promise<Piece[]> {
  await loadOrdinaryWords(pause);
  const pieces: Piece[] = [];
  const rest = createRest(WEIGHED_PER_SLICE, pause);
  for (const draft of passages) {
    if (draft.text.trim() === '') continue;
    const { text, trail, place } = draft;
    const question = questionOf(draft, about);
    pieces.push({ question, body: text, trail, place, memory: weighPassage({ id: '', kind, question, text }) });
    await rest(question.length + text.length);
  }
  return pieces;
}

/** The same for the same pieces at the same places, so long as they are taken for a conversation or not. */
export async function hashPieces(pieces: readonly Piece[], { isConversation = false } = {}): Promise<string> {
  const hash = createHash('sha256');
  const rest = createRest(HASHED_PER_SLICE);
  for (const { question, body, place } of pieces) {
    hash.update(JSON.stringify([question, body, place]));
    await rest(question.length + body.length);
  }
  if (isConversation) hash.update('conversation');
  return hash.digest('hex');
}
