import { type ChannelSettings, listContacts } from '@otvet/contract';
import type { FoundPassage } from '../../knowledge/index.ts';
import type { TurnReading } from '../context/read-turn.ts';
import type { Reading } from '../model/try-models.ts';
import { isWrongLanguage } from '../talk/detect-language.ts';
import { asksForFact } from '../talk/small-talk.ts';
import { wordsOf } from '../talk/words.ts';
import { cleanAnswer } from './clean-answer.ts';
import { findUnfoundedFigures } from './figures-guard.ts';
import { parseModelAnswer } from './parse-model-answer.ts';

export type JudgedAnswer = {
  kind: 'answer' | 'clarify' | 'hand-over' | 'call-person';
  text: string;
  used: FoundPassage[];
};

type Scene = { settings: ChannelSettings; reading: TurnReading; passages: FoundPassage[] };

const FORM_NOTE =
  'Your last answer could not be read. Answer with exactly one JSON object with the fields decision, text and passages.';
/** What decoding makes of bytes that are no UTF-8. */
const BROKEN_LETTER = '\ufffd';
const MAX_CHAT_CHARACTERS = 400;
/** Share of an answer's words that a passage must hold to count as its source when the model names none. */
const MIN_SHARED_WORDS = 0.6;
const STEM_LENGTH = 5;

/** Decides what a model's text is good for. Whatever it says, it can become nothing but text, sources and one of three kinds. */
export function judgeAnswer(written: string, scene: Scene): Reading<JudgedAnswer> {
  const parsed = parseModelAnswer(written);
  if (parsed === undefined || written.includes(BROKEN_LETTER))
    return { kind: 'retry', detail: 'unreadable answer', note: FORM_NOTE };
  const text = cleanAnswer(parsed.text);
  if (parsed.decision === 'hand-over' || parsed.decision === 'call-person')
    return acceptHandOver(text, { ...scene, kind: parsed.decision });
  if (text === '') return { kind: 'retry', detail: 'empty answer', note: FORM_NOTE };
  const used = findUsed(parsed, { ...scene, text });
  if (parsed.decision === 'chat') {
    // Without a source only small talk may be said; a question for facts goes to a person.
    if (asksForFact(scene.reading.text) || text.length > MAX_CHAT_CHARACTERS)
      return acceptHandOver('', { ...scene, kind: 'hand-over' });
  } else if (used.length === 0 && parsed.decision === 'answer' && !isFromOwner(text, scene.settings)) {
    return { kind: 'rejected', detail: 'answer without a source' };
  }
  if (isWrongLanguage(text, { aiLang: scene.settings.aiLang, customerText: scene.reading.text })) {
    return {
      kind: 'retry',
      detail: 'wrong language',
      note: 'Your last answer was in the wrong language. Write it in the language the rules demand.',
    };
  }
  if (listUnfounded(text, { ...scene, used }).length > 0)
    return { kind: 'rejected', detail: 'figures without a source' };
  return { kind: 'accepted', value: { kind: parsed.decision === 'clarify' ? 'clarify' : 'answer', text, used } };
}

/** The words of a hand-over are kept only where they promise nothing that could be wrong. */
function acceptHandOver(
  text: string,
  { kind, ...scene }: Scene & { kind: 'hand-over' | 'call-person' },
): Reading<JudgedAnswer> {
  const isWrong = isWrongLanguage(text, { aiLang: scene.settings.aiLang, customerText: scene.reading.text });
  const isKept =
    text.length <= MAX_CHAT_CHARACTERS && !isWrong && listUnfounded(text, { ...scene, used: [] }).length === 0;
  return { kind: 'accepted', value: { kind, text: isKept ? text : '', used: [] } };
}

function listUnfounded(text: string, { settings, reading, used }: Scene & { used: FoundPassage[] }): string[] {
  const own = [reading.text, ...reading.earlier, instructionsOf(settings)];
  return findUnfoundedFigures(text, [...used.flatMap((passage) => [passage.title, passage.text]), ...own]);
}

/** Named passages that exist; where none is named, those whose words the answer plainly repeats. */
function findUsed(parsed: { passages: number[] }, { passages, text }: Scene & { text: string }): FoundPassage[] {
  const named = [...new Set(parsed.passages)].flatMap((place) => passages[place - 1] ?? []);
  if (named.length > 0) return named;
  return passages
    .map((passage) => ({ passage, share: shareIn(text, `${passage.title} ${passage.text}`) }))
    .filter(({ share }) => share >= MIN_SHARED_WORDS)
    .toSorted((left, right) => right.share - left.share)
    .slice(0, 1)
    .map(({ passage }) => passage);
}

const instructionsOf = (settings: ChannelSettings): string =>
  [settings.role, settings.behavior, settings.task, ...listContacts(settings)].join('\n');

/** The owner's instructions may hold facts too: then the answer repeats their words. */
const isFromOwner = (text: string, settings: ChannelSettings): boolean =>
  shareIn(text, instructionsOf(settings)) >= MIN_SHARED_WORDS;

/** Share of a text's words that another one has. */
function shareIn(text: string, ground: string): number {
  const said = beginningsOf(text);
  const own = beginningsOf(ground);
  return said.size === 0 ? 0 : [...said].filter((stem) => own.has(stem)).length / said.size;
}

const beginningsOf = (text: string): Set<string> =>
  new Set(wordsOf(text).flatMap((word) => (word.length >= 3 ? [word.slice(0, STEM_LENGTH)] : [])));
