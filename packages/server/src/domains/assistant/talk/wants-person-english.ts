import { isDenied } from './denied-call.ts';
import { isOneSlipAway } from './words.ts';

const list = (words: string) => words.split(' ');
const politeness = new Set(list('please pls now hello hi hey the a an me'));
const talks = list(
  'talk talking speak speaking spk chat chatting connect connecting transfer transferring escalate put switch redirect pass contact contacting reach reaching',
);
/** Verbs that take their object without "to" or "with". */
const direct = new Set(list('contact contacting reach reaching'));
const needs = new Set(list('need want get give call bring require prefer'));
const living = new Set(list('real live actual living'));
const jobTitles = list('person human humans agent operator representative rep manager consultant specialist');
/** Said of anybody: only who wants to talk to them wants a person. */
const anybody = list('someone somebody anyone anybody people assistant');
const besideJobTitle = new Set(list('being support chat'));
const otherSense =
  /^(?:tour|mobile|network|phone|insurance|estate|property|become|becoming|job|vacancy|salary|per|each|many|which|my|our|number|hours|who)$/;

const REACH = 5;
const SLIP_FROM = 5;

/** Whether a sentence in English asks for a person; a slip in longer words is forgiven. */
export function isEnglishCall(words: readonly string[]): boolean {
  if (words.some((word) => otherSense.test(word))) return false;
  const rest = words.filter((word) => !politeness.has(word));
  const isBare =
    rest.length > 0 &&
    rest.length <= 2 &&
    rest.every((word) => isOf(word, jobTitles) || living.has(word) || besideJobTitle.has(word));
  if (isBare) return rest.some((word) => isOf(word, jobTitles)) || (living.has(rest[0] ?? '') && rest.length === 2);
  return words.some((word, at) => isCalled(words, { word, at }) && !isDenied(words, at));
}

function isCalled(words: readonly string[], { word, at }: { word: string; at: number }): boolean {
  const isJobTitle = isOf(word, jobTitles);
  if (!isJobTitle && !isOf(word, anybody)) return false;
  const before = words.slice(Math.max(0, at - REACH), at);
  const isLiving = living.has(words[at - 1] ?? '');
  if (isLiving && (word === 'person' || word === 'human' || word === 'people')) return true;
  const call = before.findLast((candidate) => isOf(candidate, talks));
  if (call !== undefined) return direct.has(call) || before.some((between) => /^(?:to|with|wth|me|t)$/.test(between));
  return isJobTitle && before.slice(isLiving ? 0 : -3).some((candidate) => needs.has(candidate));
}

function isOf(word: string, known: string[]): boolean {
  return known.some(
    (one) => one === word || (word.length >= SLIP_FROM && one.length >= SLIP_FROM && isOneSlipAway(one, word)),
  );
}
