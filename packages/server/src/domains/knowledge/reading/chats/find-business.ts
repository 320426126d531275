import { MONEY } from '../text/find-rows.ts';
import { asksOfBusiness, asksOfPerson } from './asks-person.ts';
import { isNamedBusiness, isNamedCustomer } from './people/names/roles.ts';
import { hasAddress, hasPhone } from './people/told-things.ts';
import { asksSomething, type ChatTurn, sentencesOf } from './turns/chat-turns.ts';

/** «Делаем», «сможем»: who speaks for the business. */
const SPEAKS_FOR_ALL =
  /(?<!\p{L})(?:у нас|мы|we|our|\p{L}{2,}(?:аем|яем|уем|еем|оем|ёем|им|ываем|дём|дем|жем|зём|зем|аемся|ваемся))(?!\p{L})/iu;
/** Families speak with the same words. */
const OF_ONESELF =
  /(?<!\p{L})(?:я|меня|мне|мной|мо(?:й|я|ё|е|и|ю|его|ему|ей|их|им)|муж(?:а|у|ем|е)?|жен(?:а|ы|е|у|ой)|сын(?:а|у|ом|е|ок|ишка)?|доч(?:ь|ка|ки|ке|ку|кой|ери|ерью)|мам(?:а|ы|е|у|ой)|пап(?:а|ы|е|у|ой)|ребён\p{L}{1,4}|ребен\p{L}{1,4}|брат\p{L}{0,2}|сестр\p{L}{1,2}|подруг\p{L}{1,2}|бабушк\p{L}{1,2}|вдвоём|вдвоем|i|i'm|i've|me|my|mine|husband|wife|son|daughter|mum|mom|mother|father|boyfriend|girlfriend|wedding)(?!\p{L})/iu;
/** Ages and what people have or had. */
const OF_A_BODY =
  /(?<!\p{L})(?:\d{1,2}\s(?:лет|года?)(?!\p{L})(?!\s(?:гаранти|работ|опыт|на рынке))|years old|бол(?:ит|ят|ею|еет|ела?)(?!\p{L})|диагноз|операци[июя](?!\p{L})|аллерги|беремен|депресс|антидепресс|суицид|таблетк|инвалид|размер груди|грудью|после родов|surgery|mastectomy|allerg|pregnan|diagnos|depress|anxiety|medication)/iu;
const OPENS = 2;
/** Who leads by less may be a customer who is asked back. */
const CLEAR = 2;
const CLEAR_SHARE = 0.1;

/**
 * Who of a chat answers for the business: who is named so and speaks so, else who are not named customers and answer much, else who
 * answers much and asks little. Empty where that is not clear.
 */
export function findBusiness(turns: readonly ChatTurn[]): ReadonlySet<string> {
  const scores = scoreSpeakers(turns);
  const speakers = [...scores.keys()];
  const named = speakers.filter(isNamedBusiness);
  if (named.length > 0 && named.length < speakers.length) return leadersOf(scores, named);
  const others = speakers.filter((one) => !isNamedCustomer(one));
  if (others.length < speakers.length) return leadersOf(scores, others);
  const [first, second] = [...scores].toSorted(([, left], [, right]) => right - left);
  if (first === undefined || second === undefined || first[1] < 1) return new Set();
  return new Set(first[1] - second[1] < Math.max(CLEAR, turns.length * CLEAR_SHARE) ? [] : [first[0]]);
}

/** Those of them who speak as a business does: of several each clearly, and one above everybody else. */
function leadersOf(scores: ReadonlyMap<string, number>, speakers: readonly string[]): ReadonlySet<string> {
  const chosen = new Set(speakers);
  let most = Number.NEGATIVE_INFINITY;
  for (const [speaker, score] of scores) if (!chosen.has(speaker)) most = Math.max(most, score);
  return new Set(
    speakers.filter((speaker) => (scores.get(speaker) ?? 0) >= Math.max(leastOf(scores, speakers), most + 1)),
  );
}

function leastOf(scores: ReadonlyMap<string, number>, speakers: readonly string[]): number {
  // Where the side is told of everybody, nobody stands beside the chat.
  if ([...scores.keys()].every((one) => isNamedCustomer(one) || isNamedBusiness(one))) return 0;
  return speakers.length > 1 ? CLEAR : 1;
}

type Question = 'of person' | 'of business' | 'of either';

function scoreSpeakers(turns: readonly ChatTurn[]): Map<string, number> {
  const scores = new Map<string, number>();
  let last: { speaker: string; question: Question | undefined } | undefined;
  for (const turn of turns) {
    const sentences = sentencesOf(turn);
    const question = questionOf(sentences.filter(asksSomething));
    const said = sentences.filter((sentence) => !asksSomething(sentence)).join(' ');
    const answered = last?.speaker === turn.speaker ? undefined : last?.question;
    const opens = last === undefined && question !== 'of person' ? -OPENS : 0;
    const score = opens + scoreQuestion(question) + (said === '' ? 0 : scoreSaid(said, answered));
    scores.set(turn.speaker, (scores.get(turn.speaker) ?? 0) + score);
    last = { speaker: turn.speaker, question };
  }
  return scores;
}

function questionOf(asked: readonly string[]): Question | undefined {
  if (asked.length === 0) return undefined;
  if (asked.some(asksOfBusiness)) return 'of business';
  return asked.some(asksOfPerson) ? 'of person' : 'of either';
}

function scoreQuestion(question: Question | undefined): number {
  if (question === undefined) return 0;
  return { 'of person': 1, 'of business': -2, 'of either': -1 }[question];
}

/** Who answers about himself is a customer. */
function scoreSaid(said: string, answered: Question | undefined): number {
  const isOfOneself = OF_ONESELF.test(said);
  const tells = [hasPhone(said) || hasAddress(said), OF_A_BODY.test(said)].filter(Boolean).length;
  if (answered === undefined) return -tells;
  if (answered === 'of person') return -1 - tells;
  if (isOfOneself) return (answered === 'of business' ? 1 : 0) - tells;
  return 1 + [SPEAKS_FOR_ALL, MONEY].filter((form) => form.test(said)).length - tells;
}
