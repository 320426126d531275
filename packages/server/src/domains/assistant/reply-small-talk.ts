import { serverTexts, type TextKey } from '../../platform/texts/texts.ts';
import { SMALL_TALK } from '../dialogs/index.ts';
import { answer, clarify, type DraftDecision, handOver, silent, type TurnScene } from './decision.ts';
import { readSmallTalk, type SmallTalk } from './talk/small-talk.ts';

const replies: Record<SmallTalk, TextKey> = {
  hello: 'assistant.hello',
  thanks: 'assistant.thanks',
  bye: 'assistant.bye',
  emoji: 'assistant.agree',
  agree: 'assistant.agree',
  unclear: 'assistant.ask_question',
};
const GREETED_MS = 24 * 3_600_000;
const closings: SmallTalk[] = ['thanks', 'bye', 'emoji', 'agree'];

/** A sticker that opens the dialog is a hello, and so is the button that opens a chat, also when it is pressed again. */
export function replyToOpening(scene: TurnScene): DraftDecision | undefined {
  const { attachmentTypes, history, lastReply } = scene.reading;
  const isOpened = attachmentTypes.includes('opened');
  if (!isOpened && !(attachmentTypes.includes('sticker') && history.length === 0)) return undefined;
  if (scene.turn.waitingSince !== null) return silent('handed_over');
  if (lastReply !== undefined && greetings(scene).includes(lastReply.text.trim())) return silent('no_content');
  const isTalking = history.some(({ author, text }) => author === 'customer' && text.trim() !== '');
  return { ...answer(isTalking ? serverTexts(scene.locale, 'assistant.listening') : greet(scene)), reason: SMALL_TALK };
}

/** A courtesy for a courtesy, once; undefined when the customer says something. */
export function replyToSmallTalk(scene: TurnScene, { hasModel }: { hasModel: boolean }): DraftDecision | undefined {
  const talk = readSmallTalk(scene.reading.text);
  if (talk === undefined) return undefined;
  // After a question of the model «да» is an answer; and templates speak two languages only.
  if (hasModel && (talk === 'agree' || talk === 'unclear' || !hasTemplates(scene))) return undefined;
  // A courtesy of ours would take the dialog off the list of those who wait for a person.
  if (scene.turn.waitingSince !== null) return silent('handed_over');
  const said = scene.reading.lastReply;
  const isSaidBefore = (key: TextKey) => said?.author === 'assistant' && said.text === serverTexts(scene.locale, key);
  if (talk === 'unclear') {
    if (isSaidBefore('assistant.ask_question')) return handOver(scene, { reason: 'unclear' });
    const question = clarify(serverTexts(scene.locale, 'assistant.ask_question'), { sources: [], confidence: null });
    return { ...question, reason: SMALL_TALK };
  }
  // A smile that opens the dialog is a hello.
  if (talk === 'emoji' && scene.reading.history.length === 0) return { ...answer(greet(scene)), reason: SMALL_TALK };
  if (closings.includes(talk) && closings.some((closing) => isSaidBefore(replies[closing])))
    return silent('no_content');
  const text = talk === 'hello' ? greet(scene) : serverTexts(scene.locale, replies[talk]);
  return { ...answer(text), reason: SMALL_TALK };
}

/** Who asks whether a robot answers is told the truth, with or without a model, and how to get a person; who waits for one, too. */
export function admitRobot(scene: TurnScene): DraftDecision {
  const key = scene.turn.waitingSince === null ? 'assistant.is_robot' : 'assistant.is_robot_called';
  return { ...answer(serverTexts(scene.locale, key)), reason: SMALL_TALK };
}

const hasTemplates = ({ settings }: TurnScene): boolean => ['all', 'ru', 'en'].includes(settings.aiLang);

/** The channel's greeting is said once in a session. Who has read it today hears that we listen, not the same words again. */
function greet(scene: TurnScene): string {
  const { settings, reading, locale } = scene;
  if (isGreeted(scene)) return serverTexts(locale, 'assistant.listening');
  const greeting = settings.greeting.trim();
  const isNew = greeting !== '' && !reading.history.some(({ text }) => text.trim() === greeting);
  return isNew ? greeting : serverTexts(locale, 'assistant.hello');
}

const greetings = ({ settings, locale }: TurnScene): string[] => [
  settings.greeting.trim(),
  serverTexts(locale, 'assistant.hello'),
  serverTexts(locale, 'assistant.listening'),
];

/** The window of the channel shows the greeting above the first message: whoever began to write within a day has just read it. */
function isGreeted({ showsGreeting, turn }: TurnScene): boolean {
  const first = [...turn.history, ...turn.turn].map(({ createdAt }) => createdAt.getTime());
  const newest = Math.max(...turn.turn.map(({ createdAt }) => createdAt.getTime()));
  return showsGreeting && newest - Math.min(...first) < GREETED_MS;
}
