import { type ChannelSettings, type Locale, limits, listChoices, type Source } from '@otvet/contract';
import { serverTexts } from '../../platform/texts/texts.ts';
import {
  CALL_PAUSE_MS,
  type ClaimedTurn,
  type NOT_KNOWN,
  type OfferedChoice,
  SMALL_TALK,
  type TurnDecision,
  type TurnMessage,
} from '../dialogs/index.ts';
import type { FoundPassage } from '../knowledge/index.ts';
import type { TurnReading } from './context/read-turn.ts';
import { topicOf } from './context/say-passage.ts';

/** Why a person has to answer; texts stand beside the dialog as `dialogs.handOver.*`. */
export type HandOverReason =
  | 'too_often'
  | 'quota'
  | 'plan'
  | 'customer_asked'
  | 'not_known'
  | 'unclear'
  | 'not_chosen'
  | 'no_knowledge'
  | 'cannot_read'
  | 'model_failed';

/** What is known of a turn while it is decided. */
export type TurnScene = {
  turn: ClaimedTurn;
  settings: ChannelSettings;
  accountId: string;
  reading: TurnReading;
  locale: Locale;
  /** The channel shows the greeting before the first message. */
  showsGreeting: boolean;
  now: Date;
};

/** What a call for a person needs of it. */
type CallScene = Pick<TurnScene, 'turn' | 'settings' | 'locale' | 'now'>;

/** A decision before its time and record are added. */
export type DraftDecision = Omit<TurnDecision, 'tookMs' | 'debug'>;

/** A question back over numbered lines, which are buttons where a channel has them. */
export function offerChoices(
  scene: Pick<TurnScene, 'locale'>,
  offer: {
    key: OfferKey;
    choices: OfferedChoice[];
    confidence: number | null;
    reason: typeof NOT_KNOWN | null;
    questions?: string;
  },
): DraftDecision {
  const { key, choices, confidence, reason, questions = '' } = offer;
  const lines = listChoices(choices.map((choice) => choice.text));
  const text = serverTexts(scene.locale, key, { choices: lines, questions });
  const sources = choices.flatMap(({ source }) => source ?? []);
  return { ...empty, kind: 'clarify', text, choices, sources, confidence, reason };
}

/** The title of the advert or page, where the channel takes it into account. */
export const searchedAdvert = ({ settings, turn }: TurnScene): string | undefined =>
  settings.parseContext ? turn.context?.title : undefined;

/** The way to a person under a question back. */
export const personChoice = ({ locale }: Pick<TurnScene, 'locale'>): OfferedChoice => ({
  text: serverTexts(locale, 'assistant.call_person'),
  source: null,
});

/** Passages as a customer picks them, each topic once. */
export function toChoices(passages: readonly FoundPassage[], knowledgeBaseId: string): OfferedChoice[] {
  const choices = new Map<string, OfferedChoice>();
  for (const passage of passages) {
    const text = topicOf(passage);
    if (text !== undefined && !choices.has(text))
      choices.set(text, { text, source: toSource(passage, knowledgeBaseId) });
  }
  return [...choices.values()];
}

type OfferKey = 'assistant.clarify' | 'assistant.offer' | 'assistant.open_offer' | 'assistant.which';
type Stands = {
  sources?: Source[];
  confidence?: number | null;
  isWrittenByModel?: boolean;
  photos?: TurnDecision['photos'];
};

/** The pictures of pairs whose words are given, each once. */
export function photosOf(passages: readonly FoundPassage[]): Pick<TurnDecision, 'photos'> {
  const photos = new Map(passages.flatMap((passage) => passage.photos ?? []).map((photo) => [photo.id, photo]));
  return photos.size === 0 ? {} : { photos: [...photos.values()].slice(0, limits.photoMax) };
}

export function answer(text: string, stands: Stands = {}): DraftDecision {
  return { ...empty, kind: 'answer', text, ...stands };
}

export function clarify(text: string, stands: Stands & { reason?: HandOverReason }): DraftDecision {
  return { ...empty, kind: 'clarify', text, ...stands };
}

export function silent(silence: NonNullable<TurnDecision['silence']>): DraftDecision {
  return { ...empty, kind: 'silent', silence };
}

/**
 * Calls a person. Who was informed less than an hour ago is not informed again: a dialog that waits stays as it is, one that
 * no longer waits is put back among those who wait, without a word. Who waits and asks more that the base does not know is
 * told once that this went to the person too, and who asks for a person again that one is called.
 */
export function handOver(
  scene: CallScene,
  how: { reason: HandOverReason; text?: string; confidence?: number | null },
): DraftDecision {
  const silence = isMissing(how.reason) ? 'not_known' : 'handed_over';
  const { waitingSince } = scene.turn;
  if (waitingSince !== null) {
    if (how.reason === 'customer_asked') return sayCalled(scene);
    if (!isMissing(how.reason) || isToldTwice(scene.turn.history, waitingSince)) return silent(silence);
    const text = serverTexts(scene.locale, 'assistant.passed_too');
    return { ...empty, kind: 'hand-over', reason: how.reason, confidence: how.confidence ?? null, text };
  }
  const call: DraftDecision = { ...empty, kind: 'hand-over', reason: how.reason, confidence: how.confidence ?? null };
  const { handedOverAt } = scene.turn;
  if (handedOverAt !== null && scene.now.getTime() - handedOverAt.getTime() < CALL_PAUSE_MS) {
    return { ...call, silence };
  }
  return { ...call, text: how.text || handOverText(scene, how.reason) };
}

const CALLED_PAUSE_MS = 5 * 60_000;

/** No call of its own; said again and again it would nag. */
function sayCalled({ turn, locale, now }: CallScene): DraftDecision {
  const words = (['ru', 'en'] as const).map((each) => serverTexts(each, 'assistant.called_already'));
  const isSaid = turn.history.some(
    ({ author, text, createdAt }) =>
      author === 'assistant' && words.includes(text) && now.getTime() - createdAt.getTime() < CALLED_PAUSE_MS,
  );
  if (isSaid) return silent('handed_over');
  return { ...answer(serverTexts(locale, 'assistant.called_already')), reason: SMALL_TALK };
}

/** The call itself is as old as the wait; whatever was said of a call after it says it again. */
const isToldTwice = (history: TurnMessage[], waitingSince: Date): boolean =>
  history.some(
    ({ author, decision, createdAt }) => author === 'assistant' && decision === 'hand-over' && createdAt > waitingSince,
  );

/** Asked in words, and the base had nothing: an answer can be added. */
const isMissing = (reason: HandOverReason) => reason === 'not_known' || reason === 'no_knowledge';

export function toSource(passage: FoundPassage, knowledgeBaseId: string): Source {
  const { id: passageId, title, kind, score, sourceName, heading } = passage;
  const place = { ...(sourceName !== undefined && { sourceName }), ...(heading !== undefined && { heading }) };
  return { passageId, knowledgeBaseId, title, kind, ...place, score };
}

export function handOverText(
  { settings, locale }: Pick<CallScene, 'settings' | 'locale'>,
  reason: HandOverReason,
): string {
  if (reason === 'model_failed') return serverTexts(locale, 'assistant.cannot_answer');
  if (settings.handOverText.trim() !== '') return settings.handOverText;
  return serverTexts(locale, reason === 'customer_asked' ? 'assistant.customer_asked' : 'assistant.hand_over');
}

const empty: DraftDecision = {
  kind: 'silent',
  text: '',
  silence: null,
  reason: null,
  confidence: null,
  sources: [],
  choices: [],
  isWrittenByModel: false,
};
