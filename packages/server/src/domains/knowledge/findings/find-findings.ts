import { hash } from 'node:crypto';
import type { FindingKind } from '@otvet/contract';
import { giveWay } from '../../../platform/time/give-way.ts';
import { readOfferEnd } from './expired-offer.ts';
import { type CheckedPassage, type FactKind, readFacts } from './read-facts.ts';

/** `sourceId`: null for a pair. */
export type PassageToCheck = CheckedPassage & { sourceId: string | null };
export type StoredPassage = { id: string; value: string };
export type Found = {
  kind: FindingKind;
  identity: string;
  subject: string;
  passages: StoredPassage[];
  sourceId: string | null;
  dueOn: string | null;
};

type Said = { passage: PassageToCheck; value: string };

/** What a base says of one thing in two ways, gathered passage by passage. */
export function createFinder() {
  const said = new Map<string, { kind: FactKind; all: Said[] }>();
  const expiring: Found[] = [];
  return {
    look(passage: PassageToCheck): void {
      for (const { kind, subject, value } of readFacts(passage)) {
        const key = `${kind} ${subject}`;
        const known = said.get(key) ?? { kind, all: [] };
        if (known.all.length < MAX_OF_SUBJECT) known.all.push({ passage, value });
        said.set(key, known);
      }
      const dueOn = readOfferEnd(passage.body, passage.question);
      if (dueOn !== undefined) expiring.push(toExpiring(passage, dueOn));
    },
    /** Each once, at most so many contradictions, the same ones each time, and so many offers, those that end first. */
    async end(max: number): Promise<Found[]> {
      const contradictions: Found[] = [];
      for (const [at, { kind, all }] of [...said.values()].entries()) {
        const found = toContradiction(kind, all);
        if (found !== undefined) contradictions.push(found);
        if (at % SUBJECTS_PER_SLICE === 0) await giveWay();
      }
      return [...takeFirst(contradictions, max), ...takeFirst(expiring, max)];
    },
  };
}

function takeFirst(found: Found[], max: number): Found[] {
  const orderOf = ({ dueOn, identity }: Found) => `${dueOn ?? ''} ${identity}`;
  const each = [...new Map(found.map((one) => [one.identity, one])).values()];
  return each.sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1)).slice(0, max);
}

const SUBJECTS_PER_SLICE = 200;
const MAX_OF_SUBJECT = 50;
const MAX_SHOWN = 3;
const MAX_SUBJECT = 200;

/** Within one source values may differ by what stands above them: two sources must say it, or two pairs. */
function toContradiction(kind: FactKind, all: Said[]): Found | undefined {
  const ownerOf = ({ passage }: Said) => passage.sourceId ?? passage.id;
  const [first] = all;
  if (first === undefined) return undefined;
  const byOwner = Map.groupBy(all, ownerOf);
  const sure = [...byOwner.values()].flatMap((own) =>
    new Set(own.map(({ value }) => value)).size === 1 ? own.slice(0, 1) : [],
  );
  const distinct = [...Map.groupBy(sure, ({ value }) => value).values()].flatMap((same) => same.slice(0, 1));
  if (distinct.length < 2) return undefined;
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
  };
}

function toExpiring(passage: PassageToCheck, dueOn: string): Found {
  return {
    kind: 'expired',
    identity: identityOf('expired', [[passage.question, passage.body, dueOn]]),
    subject: passage.question.slice(0, MAX_SUBJECT).toWellFormed(),
    passages: [{ id: passage.id, value: dueOn }],
    sourceId: passage.sourceId,
    dueOn,
  };
}

/** A pair's question says it best. */
function nameOf(shown: Said[]): string {
  const pair = shown.find(({ passage }) => passage.kind === 'qa');
  const [first] = shown;
  return (pair?.passage.question ?? first?.passage.body ?? '').slice(0, MAX_SUBJECT).toWellFormed();
}

export const identityOf = (kind: FindingKind, texts: string[][]) =>
  `${kind} ${hash('sha256', JSON.stringify(texts.map((text) => text.join('\u0000')).sort()), 'base64url')}`;
