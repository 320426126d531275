import { type Locale, limits } from '@otvet/contract';
import type { VisitorDeps, WidgetChannel } from './deps.ts';
import { keepForMinute } from './keep-for-minute.ts';

/** Which questions stand as buttons before a visitor's first message. */
export type StartQuestions = (channel: WidgetChannel, locale: Locale) => Promise<string[]>;

const ASKED_SINCE_MS = 30 * 86_400_000;
/** Among so many first pairs those are looked for that make a button. */
const READ_PAIRS = 30;
/** Answers that stood on pairs of other bases are among them. */
const READ_ASKED = 200;
/** The number of an order, a card, a phone. */
const MANY_DIGITS = /\d{4}/;
const PHONE = /\d(?:[\s().+-]{0,3}\d){5}/;

type WidgetBase = { accountId: string; knowledgeBaseId: string; channelId: string };

/** The owner's choice; else what was asked most in 30 days, then the first of the base; those in the visitor's language first. */
export function createStartQuestions(
  deps: Doors & {
    clock: Pick<VisitorDeps['clock'], 'now'>;
    log: Pick<VisitorDeps['log'], 'warn'>;
  },
): StartQuestions {
  const read = keepForMinute({
    clock: deps.clock,
    keyOf: ({ accountId, knowledgeBaseId }: WidgetBase) => `${accountId}/${knowledgeBaseId}`,
    read: ({ accountId, knowledgeBaseId }) =>
      readBase(deps, { accountId, knowledgeBaseId, now: deps.clock.now().getTime() }),
    onFailure: (error, { channelId }) => {
      // A widget without buttons is better than none.
      deps.log.warn({ err: error, channelId }, 'the questions of a widget could not be read');
      return [];
    },
  });

  return async (channel, locale) => {
    const { settings, widget } = channel;
    // Where only people answer, a button would promise an answer at once.
    if (!widget.showQuestions || !settings.active) return [];
    if (widget.startQuestions.length > 0) return widget.startQuestions;
    const { knowledgeBaseId } = settings;
    if (knowledgeBaseId === null) return [];
    const { accountId, id: channelId } = channel;
    return chooseQuestions(await read({ accountId, knowledgeBaseId, channelId }), locale);
  };
}

type Doors = Pick<VisitorDeps, 'knowledge'> & { dialogs: Pick<VisitorDeps['dialogs'], 'answeredWith'> };

async function readBase(
  { dialogs, knowledge }: Doors,
  { now, ...base }: { accountId: string; knowledgeBaseId: string; now: number },
): Promise<string[]> {
  const since = new Date(now - ASKED_SINCE_MS);
  const [ids, first] = await Promise.all([
    dialogs.answeredWith({ accountId: base.accountId, since, limit: READ_ASKED }),
    knowledge.pairs.firstQuestions({ ...base, limit: READ_PAIRS }),
  ]);
  return [...(ids.length === 0 ? [] : await knowledge.pairs.questionsOf({ ...base, ids })), ...first];
}

/** Pure: at most three that fit on a button and name nobody, in the visitor's script if the base has any. */
export function chooseQuestions(questions: readonly string[], locale: Locale): string[] {
  const lines = questions.map((question) => question.replace(/\s+/g, ' ').trim());
  const fitting = [...new Set(lines)].filter(isForEverybody);
  const own = fitting.filter((line) => /\p{Script=Cyrillic}/u.test(line) === (locale === 'ru'));
  return (own.length > 0 ? own : fitting).slice(0, limits.startQuestions);
}

/** A pair that was added from a dialog may hold a customer's own words: his order, phone or address, or a line as he typed it. */
function isForEverybody(line: string): boolean {
  if (line.length === 0 || line.length > limits.startQuestion) return false;
  if (line.includes('@') || MANY_DIGITS.test(line) || PHONE.test(line)) return false;
  return line.includes('?') || !/^\p{Ll}/u.test(line);
}
