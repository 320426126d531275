import { type Locale, limits } from '@otvet/contract';
import type { VisitorDeps, WidgetChannel } from './deps.ts';

/** Which questions stand as buttons before a visitor's first message. */
export type StartQuestions = (channel: WidgetChannel, locale: Locale) => Promise<string[]>;

/** Every page view asks: a base is read once in this time. */
const KEPT_MS = 60_000;
const ASKED_SINCE_MS = 30 * 86_400_000;
const MAX_KEPT = 1000;
/** Among so many first pairs those are looked for that make a button. */
const READ_PAIRS = 30;
/** Answers that stood on pairs of other bases are among them. */
const READ_ASKED = 200;
/** The number of an order, a card, a phone. */
const MANY_DIGITS = /\d{4}/;
const PHONE = /\d(?:[\s().+-]{0,3}\d){5}/;

type Kept = { until: number; questions: Promise<string[]> };

/** The owner's choice; else what was asked most in 30 days, then the first of the base; those in the visitor's language first. */
export function createStartQuestions(
  deps: Doors & {
    clock: Pick<VisitorDeps['clock'], 'now'>;
    log: Pick<VisitorDeps['log'], 'warn'>;
  },
): StartQuestions {
  const kept = new Map<string, Kept>();

  const read = (channel: WidgetChannel, knowledgeBaseId: string): Promise<string[]> => {
    const { accountId } = channel;
    const key = `${accountId}/${knowledgeBaseId}`;
    const now = deps.clock.now().getTime();
    const known = kept.get(key);
    if (known !== undefined && known.until > now) return known.questions;
    const questions = readBase(deps, { accountId, knowledgeBaseId, now }).catch((error: unknown) => {
      // A widget without buttons is better than none.
      deps.log.warn({ err: error, channelId: channel.id }, 'the questions of a widget could not be read');
      kept.delete(key);
      return [];
    });
    if (kept.size >= MAX_KEPT) kept.clear();
    kept.set(key, { until: now + KEPT_MS, questions });
    return questions;
  };

  return async (channel, locale) => {
    const { settings, widget } = channel;
    // Where only people answer, a button would promise an answer at once.
    if (!widget.showQuestions || !settings.active) return [];
    if (widget.startQuestions.length > 0) return widget.startQuestions;
    const { knowledgeBaseId } = settings;
    return knowledgeBaseId === null ? [] : chooseQuestions(await read(channel, knowledgeBaseId), locale);
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
