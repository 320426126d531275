import { type Addressed, isSign } from './addressed.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/u));

/** So near to the name as an order stands. */
const NEAR = 40;
const TOLD = words(`
  игнорируй сообщай сообщи отвечай ответь говори скажи выдай выдавай утверждай притворись притворяйся раскрой подтверждай обещай
`);
/** Said to people as well: «Нейросеть: скажите, что нарисовать». */
const TOLD_POLITELY = words(
  'игнорируйте сообщайте сообщите отвечайте ответьте говорите скажите выдайте утверждайте подтверждайте',
);
const SAYS_ITSELF = words('отвечайте говорите утверждайте игнорируйте');
const AUDIENCE = words(`
  всем каждому клиентам клиенту покупателям покупателю пользователям пользователю посетителям посетителю гостям вопрос вопросы
`);
const OVERRULES = words('ignore disregard reveal');
/** Then it is no order: "leads that you ignore". */
const BEFORE_NO_ORDER = words('you to we they i not t can cannot will who that people customers users');
const BINDS = words('always must never');
const SAYS = words('answer say reply respond tell give offer confirm mention reveal claim ignore');
const BEFORE_ORDER = words('please and then simply now just only');
const TELLS = words('tell inform convince');
const ANSWERS = words('answer reply respond');
const STATES = words('say claim state insist answer reply respond confirm');
const PEOPLE = words(
  'customers customer users user visitors visitor clients client buyers people everyone everybody anyone all any every the',
);
const POSES = words('pretend act behave');
const POSES_AS = words('to as like that you');

/** Whether a program that is addressed is told what to answer, or to leave what it was told. */
export function isToldToProgram({ said, isThing }: Addressed): boolean {
  const near = said.slice(0, NEAR);
  return near.some(
    (word, at) =>
      isRussianOrder(near, word, at) || isEnglishOrder(near, word, at) || (!isThing && isBareOrder(near, at)),
  );
}

function isRussianOrder(near: readonly string[], word: string, at: number): boolean {
  if (TOLD.has(word)) return true;
  if (!TOLD_POLITELY.has(word)) return false;
  return near.some((other) => AUDIENCE.has(other)) || (SAYS_ITSELF.has(word) && isWhat(near.slice(at + 1)));
}

/** «, что …» */
const isWhat = (after: readonly string[]): boolean =>
  after.slice(0, NEAR).some((word, at) => word === ',' && after[at + 1] === 'что');

function isEnglishOrder(near: readonly string[], word: string, at: number): boolean {
  const isOfOthers = BEFORE_NO_ORDER.has(near[at - 1] ?? '');
  if (BINDS.has(word)) return SAYS.has(near[at + 1] ?? '') && (word === 'must' || !isOfOthers);
  return OVERRULES.has(word) && !isOfOthers && !BINDS.has(near[at - 1] ?? '');
}

/** At the beginning of a clause: "tell customers that …", "say that …", "answer with …". */
function isBareOrder(near: readonly string[], at: number): boolean {
  const before = near[at - 1];
  if (before !== undefined && !isSign(before) && !BEFORE_ORDER.has(before)) return false;
  const [word = '', next = '', ...rest] = near.slice(at, at + 6);
  if (TELLS.has(word)) return PEOPLE.has(next);
  if (POSES.has(word)) return POSES_AS.has(next);
  const after = [next, ...rest];
  return (
    STATES.has(word) && (after.includes('that') || isQuoted(next) || (ANSWERS.has(word) && after.includes('with')))
  );
}

const isQuoted = (sign: string): boolean => ['"', '“', '«', ':', "'"].includes(sign);
