import { hash } from 'node:crypto';
import type { FindingKind } from '@otvet/contract';
import { offerOf, readFirstEnd } from './expired-offer.ts';
import type { FactKind } from './fact-words.ts';
import { ordersOf } from './order-to-program.ts';
import { type CheckedPassage, type Fact, readFacts } from './read-facts.ts';
import { toHeadline } from './to-headline.ts';

/** `sourceId`: null for a pair. */
export type PassageToCheck = CheckedPassage & { sourceId: string | null };
export type StoredPassage = { id: string; value: string };
/** `isAllowed`: of a conversation, whether its owner says that it may be told. */
export type Found = {
  kind: FindingKind;
  identity: string;
  subject: string;
  passages: StoredPassage[];
  sourceId: string | null;
  dueOn: string | null;
  isAllowed: boolean;
};

type Said = Pick<Fact, 'value' | 'name' | 'of' | 'under' | 'isNumber'> & { passage: PassageToCheck };

/** What a base says of one thing in two ways, gathered passage by passage; at most `max` of a kind, the same ones each time. */
export function createFinder(max: number) {
  const said = new Map<string, { kind: FactKind; all: Said[] }>();
  const expiring = createFirst(max);
  const orders = createFirst(max);
  return {
    look(passage: PassageToCheck): void {
      for (const { kind, subject, day, ...fact } of readFacts(passage)) {
        const key = `${kind} ${subject}${day === undefined ? '' : ` @${day}`}`;
        const known = said.get(key) ?? { kind, all: [] };
        if (known.all.length < MAX_OF_SUBJECT) known.all.push({ passage, ...fact });
        said.set(key, known);
      }
      const dueOn = readFirstEnd(passage.body, passage.question);
      if (dueOn !== undefined) expiring.add(toExpiring(passage, dueOn));
      const given = ordersOf(passage);
      if (given.length > 0) orders.add(toOrder(passage, given));
    },
    /** Each once; of offers those that end first. `rest`: told the milliseconds that passed. */
    async end(rest: (ms: number) => Promise<void> = async () => undefined): Promise<Found[]> {
      const contradictions: Found[] = [];
      for (const { kind, all } of said.values()) {
        const since = performance.now();
        const found = toContradiction(kind, all);
        if (found !== undefined) contradictions.push(found);
        await rest(performance.now() - since);
        // Of so many that no screen lists them the rest need not be known.
        if (contradictions.length === max * GATHERED) break;
      }
      return [takeFirst(oncePerDays(withoutParts(contradictions)), max), expiring.all(), orders.all()].flat();
    },
  };
}

/** Keeps the first of what is added, without holding or sorting all of it. */
function createFirst(max: number) {
  let kept: Found[] = [];
  return {
    add(one: Found): void {
      kept.push(one);
      if (kept.length > max * GATHERED) kept = takeFirst(kept, max);
    },
    all: () => takeFirst(kept, max),
  };
}

const GATHERED = 3;

function takeFirst(found: Found[], max: number): Found[] {
  const orderOf = ({ dueOn, identity }: Found) => `${dueOn ?? ''} ${identity}`;
  const each = [...new Map(found.map((one) => [one.identity, one])).values()];
  return each.sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1)).slice(0, max);
}

const MAX_OF_SUBJECT = 50;
const MAX_SHOWN = 3;
const SHOWN_OF_ORDERS = 600;

/** One thing may be known by several names: what another finding shows whole is not shown again. */
function withoutParts(found: Found[]): Found[] {
  const keyOf = ({ id, value }: StoredPassage) => `${id} ${value}`;
  const byPassage = Map.groupBy(
    found.flatMap((one) => one.passages.map((passage) => ({ one, key: keyOf(passage) }))),
    ({ key }) => key,
  );
  return found.filter((one) => {
    const own = new Set(one.passages.map(keyOf));
    const [first = ''] = own;
    const others = (byPassage.get(first) ?? []).map((other) => other.one);
    return !others.some(({ kind, passages }) => {
      const whole = new Set(passages.map(keyOf));
      return kind === one.kind && whole.size > own.size && [...own].every((key) => whole.has(key));
    });
  });
}

/** Two tables of hours that differ on several days are one finding: each shows them whole. */
function oncePerDays(found: Found[]): Found[] {
  const seen = new Set<string>();
  return found.filter(({ kind, subject, passages }) => {
    const key = [subject, ...passages.map(({ id }) => id)].join(' ');
    const isFirst = kind !== 'hours' || !seen.has(key);
    if (kind === 'hours') seen.add(key);
    return isFirst;
  });
}

/** Within one source values may differ by what stands above them: two sources must say it, or two pairs. */
function toContradiction(kind: FactKind, all: Said[]): Found | undefined {
  const ownerOf = ({ passage }: Said) => passage.sourceId ?? passage.id;
  const byOwner = Map.groupBy(kind === 'phone' ? withCodes(all) : ofOneThing(all), ownerOf);
  const sure = [...byOwner.values()].flatMap((own) =>
    new Set(own.map(({ value }) => value)).size === 1 ? own.slice(0, 1) : [],
  );
  const distinct = [...Map.groupBy(sure, ({ value }) => value).values()].flatMap((same) => same.slice(0, 1));
  // Numbers of two lists that nobody calls prices may be of anything.
  if (distinct.length < 2 || distinct.every(({ isNumber }) => isNumber)) return undefined;
  const shown = distinct.sort((one, other) => (one.passage.id < other.passage.id ? -1 : 1)).slice(0, MAX_SHOWN);
  return {
    kind,
    identity: identityOf(
      kind,
      shown.map(({ passage, value }) => [passage.question, passage.body, value]),
    ),
    subject: nameOf(shown),
    passages: shown.map(({ passage, value }) => ({ id: passage.id, value })),
    sourceId: null,
    dueOn: null,
    isAllowed: false,
  };
}

/**
 * Values of one height, or of one part of the town, are of no other; and a name under several headings, such as «Первый приём»
 * of each doctor, is of what the headings name.
 */
function ofOneThing(all: Said[]): Said[] {
  const isTold = (read: (said: Said) => string | undefined) =>
    new Set(all.flatMap((said) => (read(said) ?? '') || [])).size > 1;
  const [ofSeveral, underSeveral] = [isTold(({ of }) => of), isTold(({ under }) => under)];
  return all.filter(({ of = '', under = '' }) => !(ofSeveral && of !== '') && !(underSeveral && under !== ''));
}

/** «33-44-55» is «(4872) 33-44-55» where somebody says so. */
function withCodes(all: Said[]): Said[] {
  const whole = [...new Set(all.map(({ value }) => value))].sort((one, other) => other.length - one.length);
  return all.map((said) => ({ ...said, value: whole.find((value) => value.endsWith(said.value)) ?? said.value }));
}

function toExpiring(passage: PassageToCheck, dueOn: string): Found {
  return {
    kind: 'expired',
    identity: identityOf('expired', [[passage.question, passage.body, dueOn]]),
    subject: toHeadline(passage.question || offerOf(passage.body)),
    passages: [{ id: passage.id, value: dueOn }],
    sourceId: passage.sourceId,
    dueOn,
    isAllowed: false,
  };
}

function toOrder(passage: PassageToCheck, orders: string[]): Found {
  return {
    kind: 'order',
    identity: identityOf('order', [[passage.question, passage.body]]),
    subject: toHeadline(passage.question || (orders[0] ?? '')),
    passages: [{ id: passage.id, value: orders.join('\n').slice(0, SHOWN_OF_ORDERS).toWellFormed() }],
    sourceId: passage.sourceId,
    dueOn: null,
    isAllowed: false,
  };
}

/** A pair's question says it best. */
function nameOf(shown: Said[]): string {
  const pair = shown.find(({ passage }) => passage.kind === 'qa');
  const [first] = shown;
  return toHeadline((pair ?? first)?.name ?? '');
}

export const identityOf = (kind: FindingKind, texts: string[][]) =>
  `${kind} ${hash('sha256', JSON.stringify(texts.map((text) => text.join('\u0000')).sort()), 'base64url')}`;

/** Of one text of a source: of another one it is found anew. */
export const identityOfConversation = ({ id, textHash }: { id: string; textHash: string | null }): string =>
  identityOf('conversation', [[id, textHash ?? '']]);
