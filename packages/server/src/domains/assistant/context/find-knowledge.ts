import { type Knowledge, type Retrieval, statesPrice, wantsPrice } from '../../knowledge/index.ts';
import { asksOfState } from '../talk/asks-of-state.ts';
import { saysNotToKnow } from '../talk/says-not-to-know.ts';
import { dropGreeting, readSmallTalk } from '../talk/small-talk.ts';
import { asksNarrower } from './doubts/asks-narrower.ts';
import { asksPrice, sharesNothing } from './doubts/misses-subject.ts';
import { pricesThing } from './doubts/prices-thing.ts';
import { asksOfCompany, standsInCondition } from './doubts/speaks-of-other.ts';
import { findOfAdvert } from './find-of-advert.ts';
import { findOfTopic, readTopic } from './find-of-topic.ts';
import { isComplete, isCondition, saysOf, withoutPlace } from './follow-up.ts';
import { askOfHours } from './questions/ask-of-hours.ts';
import { askWhich, findBest } from './questions/ask-which.ts';
import type { TurnReading } from './read-turn.ts';
import { findAddress } from './reworded/find-address.ts';
import { findContact } from './reworded/find-contact.ts';
import { findHours } from './reworded/find-hours.ts';
import { findHowLong } from './reworded/find-how-long.ts';
import { findInRange } from './reworded/find-in-range.ts';
import { findOfThing } from './reworded/find-of-thing.ts';
import { findPayment } from './reworded/find-payment.ts';
import { findPlace } from './reworded/find-place.ts';
import { findPrice } from './reworded/find-price.ts';
import { findPriceList } from './reworded/find-price-list.ts';
import { answersStated, findStated } from './reworded/find-stated.ts';
import { findTold } from './reworded/find-told.ts';
import { findRowAfter } from './rows/find-row-after.ts';
import { leavesThing } from './rows/leaves-thing.ts';
import { spreadSizes } from './rows/spread-sizes.ts';
import { wordsToSay } from './say-passage.ts';
import { ellipticStart, isFigureAlone, ownWords, readEllipsis } from './words/own-words.ts';
import { namesNothingElse, shareWord } from './words/shared-words.ts';

export type Retrieve = Pick<Knowledge, 'retrieve'>['retrieve'];

export type FoundKnowledge = { query: string; retrieval: Retrieval; isFollowUp: boolean };

const PASSAGE_LIMIT = 8;
const MAX_QUERY_CHARACTERS = 1000;

type Place = { accountId: string; knowledgeBaseId: string; reading: TurnReading };
type Search = (query: string) => Promise<Retrieval>;

/** Searches the base for the turn. `about`: the advert that the customer writes about, where it is to be taken into account. */
export async function findKnowledge(
  retrieve: Retrieve,
  { about: title, ...place }: Place & { about?: string | undefined },
): Promise<FoundKnowledge> {
  const { accountId, knowledgeBaseId, reading } = place;
  const search = async (query: string) =>
    await retrieve({
      accountId,
      knowledgeBaseId,
      limit: PASSAGE_LIMIT,
      query: spreadSizes(query).slice(0, MAX_QUERY_CHARACTERS).toWellFormed(),
    });
  const found = keepThing(await findInTalk(search, reading), reading);
  const about = title?.trim() ?? '';
  if (about === '' || found.isFollowUp) return found;
  const query = dropGreeting(reading.text);
  const isOfNothing = readEllipsis(query) === 'wholly' && !saysNotToKnow(query) && findSubject(reading) === undefined;
  const isOfIt = found.retrieval.decision.kind !== 'answer' && shareWord(about, query);
  if (!isOfNothing && !isOfIt) return found;
  const ofAdvert = { ...(await findOfAdvert({ query, about, search })), isFollowUp: false };
  return isOfNothing || findBest(ofAdvert.retrieval) !== undefined ? ofAdvert : found;
}

/** A figure alone asks of the thing that was spoken of. */
function keepThing(found: FoundKnowledge, reading: TurnReading): FoundKnowledge {
  const best = findBest(found.retrieval);
  const isOther = best !== undefined && leavesThing(dropGreeting(reading.text), best, reading);
  return isOther ? { ...found, retrieval: unsure(found.retrieval) } : found;
}

/** What was asked before, and what the customer replies to. */
const findSubject = ({ quotes, earlier }: TurnReading): string | undefined =>
  quotes.at(-1) ?? earlier.findLast(isSubject) ?? earlier.findLast(namesSomething);

/**
 * A question that stands on its own is searched for as it is; an elliptic one also
 * together with what it refers to: at once when it has no subject, else only when it finds no answer itself.
 */
async function findInTalk(search: Search, reading: TurnReading): Promise<FoundKnowledge> {
  const subject = findSubject(reading);
  const said = dropGreeting(reading.text);
  const query = subject === undefined && readTopic(reading) === undefined ? askOfHours(said) : said;
  const plain = { ...(await searchAsked(withoutStart(query), search)), isFollowUp: false };
  const ellipsis = saysNotToKnow(query) ? undefined : readEllipsis(query);
  const isOfRow = ellipsis !== undefined || isFigureAlone(query);
  const row = isOfRow ? await findRowAfter({ query, reading, search }) : undefined;
  if (row !== undefined) return { ...row, isFollowUp: true };
  if (ellipsis === 'wholly') {
    const ofTopic = await findOfTopic({ query, reading, search });
    if (ofTopic !== undefined) return { ...ofTopic, isFollowUp: true };
    const again = wantsPrice(query) ? await findPriceSaid(reading, search) : undefined;
    if (again !== undefined) return again;
    const joined = joinToBefore(query, { found: plain.retrieval, before: readBefore(reading) });
    if (joined !== undefined) return { query: joined, retrieval: plain.retrieval, isFollowUp: true };
  }
  if (ellipsis === undefined) return whichOf(plain, plain.query);
  const before = readBefore(reading);
  const isDoubted = (retrieval: Retrieval) => {
    if (before === undefined || isComplete(query)) return false;
    const best = findBest(retrieval);
    // «когда занятия?» sets no case.
    if (best !== undefined && answersStated(query, best)) return false;
    return isCondition(query) ? !isSaidBefore(retrieval, reading) : leavesTopic({ query, retrieval, before });
  };
  const alone = isDoubted(plain.retrieval)
    ? { ...plain, retrieval: unsure(plain.retrieval) }
    : whichOf(plain, `${before ?? ''} ${plain.query}`);
  if (subject === undefined) return alone;
  if (ellipsis === 'partly' && alone.retrieval.decision.kind !== 'refuse' && plain.retrieval.decision.kind === 'answer')
    return alone;
  const whole = dropGreeting(subject);
  for (const about of [withoutPlace(whole, query), whole]) {
    if (about === undefined) continue;
    const joined = `${about} ${query}`;
    const combined = { ...(await searchAsked(joined, search)), isFollowUp: true };
    const isBetter =
      combined.retrieval.decision.kind !== 'refuse' &&
      !isDoubted(combined.retrieval) &&
      (ellipsis === 'wholly' ||
        isDoubted(plain.retrieval) ||
        combined.retrieval.confidence > plain.retrieval.confidence);
    const isNew = !repeatsAnswer(combined.retrieval, reading) || saysOf(ownWords(query), combined.retrieval);
    if (isBetter && isNew) return whichOf(combined, combined.query);
  }
  return alone;
}

/** «а больно?» straight after a question about the implant: asked of that, where the pair that is found is about it too. */
function joinToBefore(
  query: string,
  { found, before }: { found: Retrieval; before: string | undefined },
): string | undefined {
  const best = findBest(found);
  if (best === undefined || before === undefined || !asksOfState(query)) return undefined;
  return shareWord(before, best.title) ? `${before} ${query}` : undefined;
}

/** A price, a time, a place and the hours are searched for by what they are of, where the words as they stand are not sure or lead elsewhere. */
async function searchAsked(query: string, search: Search): Promise<{ query: string; retrieval: Retrieval }> {
  const plain = await search(query);
  if (plain.isRepeated === true) return { query, retrieval: plain };
  const hours = await findHours(query, { plain, search });
  if (hours !== undefined) return { query, retrieval: hours };
  const address = await findAddress(query, { plain, search });
  if (address !== undefined) return { query, retrieval: address };
  const contact = await findContact(query, { plain, search });
  if (contact !== undefined) return { query, retrieval: contact };
  const payment = await findPayment(query, { plain, search });
  if (payment !== undefined) return { query, retrieval: payment };
  const list = await findPriceList(query, search);
  if (list !== undefined) return { query, retrieval: list };
  if (plain.decision.kind === 'answer' && !givesWay(query, plain)) return { query, retrieval: plain };
  for (const find of [findInRange, findPrice, findHowLong, findPlace, findStated, findOfThing, findTold]) {
    const retrieval = await find(query, search);
    if (retrieval !== undefined) return { query, retrieval };
  }
  return { query, retrieval: plain };
}

/** To words that know the thing, where those of the search do not; of a price, what the owner says to that very question is kept. */
function givesWay(query: string, found: Retrieval): boolean {
  const best = findBest(found);
  if (best === undefined) return false;
  if ((best.kind !== 'qa' || wantsPrice(query)) && sharesNothing(query, best)) return true;
  if (standsInCondition(query, best) || asksOfCompany(query, best)) return true;
  if (!wantsPrice(query)) return false;
  if (asksNarrower(query, best)) return true;
  if (statesPrice(wordsToSay(best)) && pricesThing(query, best)) return false;
  return best.kind !== 'qa' || ![best.title, ...(best.phrasings ?? [])].some(asksPrice);
}

/** «а сколько стоит?» straight after an answer that says it: that answer again. */
async function findPriceSaid(reading: TurnReading, search: Search): Promise<FoundKnowledge | undefined> {
  const { lastReply, earlier } = reading;
  const [source, ...more] = lastReply?.decision === 'answer' ? lastReply.sources : [];
  const query = earlier.at(-1);
  if (source === undefined || more.length > 0 || query === undefined || !statesPrice(lastReply?.text ?? ''))
    return undefined;
  const { retrieval } = await searchAsked(dropGreeting(query), search);
  return findBest(retrieval)?.id === source.passageId ? { query, retrieval, isFollowUp: true } : undefined;
}

/** «а чистка дивана?» names its thing as whole as «чистка дивана?» does; «а за город?» is of what was said before. */
function withoutStart(query: string): string {
  const rest = query.replace(ellipticStart, '').trim();
  return ownWords(rest).length > 1 ? rest : query;
}

const isSaidBefore = (retrieval: Retrieval, { lastReply }: TurnReading): boolean =>
  lastReply?.sources.some(({ passageId }) => passageId === findBest(retrieval)?.id) === true;

const whichOf = (found: FoundKnowledge, question: string): FoundKnowledge => ({
  ...found,
  retrieval: askWhich(question, found.retrieval),
});

const unsure = (retrieval: Retrieval): Retrieval => ({ ...retrieval, decision: { kind: 'refuse' } });

/** What was asked and answered right before: in the dialog, or in an earlier question of the same turn. */
function readBefore(reading: TurnReading): string | undefined {
  const asked = reading.earlier.at(-1);
  const topic = readTopic(reading);
  if (topic !== undefined) return `${asked ?? ''} ${topic}`;
  const said = reading.history.filter(({ author, text }) => author === 'customer' && text.trim() !== '');
  return reading.earlier.length > said.length ? asked : undefined;
}

/**
 * «а на диван?» after a question about the guarantee is no question about how to return a sofa: one noun of its own is not
 * enough, unless the pair is about nothing else.
 */
function leavesTopic({ query, retrieval, before }: { query: string; retrieval: Retrieval; before: string }): boolean {
  const best = findBest(retrieval);
  if (best === undefined) return false;
  return !shareWord(before, `${best.title} ${best.text}`) && !namesNothingElse(best.title, query);
}

/** «имплант», and then «сколько стоит?»: a word is a subject where nothing longer was said. */
const namesSomething = (text: string): boolean => ownWords(text).length > 0 && readSmallTalk(text) === undefined;

const isSubject = (text: string): boolean => readEllipsis(text) === undefined && readSmallTalk(text) === undefined;

/** The words of the earlier question find its answer again, however much was said since: that is no answer to what is asked now. */
function repeatsAnswer({ decision }: Retrieval, { history }: TurnReading): boolean {
  if (decision.kind !== 'answer') return false;
  return history.some(
    ({ author, decision: given, sources }) =>
      author === 'assistant' && given === 'answer' && sources.some(({ passageId }) => passageId === decision.id),
  );
}
