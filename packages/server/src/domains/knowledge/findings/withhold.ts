import type pg from 'pg';
import { splitUnits, type TextUnit } from '../retrieval/index.ts';
import type { PassageText } from '../store.ts';
import { createOfferReader, isOffer, type ReadOfferEnd, readFirstEnd } from './expired-offer.ts';
import { listKept } from './finding-store.ts';
import { ordersAmong, ordersOf } from './order-to-program.ts';

const NAMES_ONLY_OFFER =
  /^(?:(?:эта |наша |this |the |our )?(?:акция|скидка|предложение|распродажа|промокод|offer|sale|discount)) (?:действ\p{L}+|до|по|длит\p{L}+|продл\p{L}+|is|ends|runs|lasts|valid|until)(?!\p{L})/iu;
/** Under the name of an offer it says when all of it ends. */
const ENDS_ALL =
  /^(?:действ(?:ует|ительн\p{L}+)|сроки? (?:действия|проведения|акции)|valid|ends|runs|until)(?!\p{L})/iu;
/** Somewhere it is still the day before. */
const LAST_ZONE_MS = 12 * 60 * 60_000;

type Place = { accountId: string; knowledgeBaseId: string; now: Date };

/**
 * What is found, without what no customer is told unless the owner keeps it: an offer past its day, and lines that give orders
 * to a program. A sentence of a file or page goes by itself, a pair as a whole.
 */
export async function withhold(
  pool: pg.Pool,
  found: ReadonlyMap<string, PassageText>,
  { now, ...base }: Place,
): Promise<Map<string, PassageText>> {
  const today = new Date(now.getTime() - LAST_ZONE_MS).toISOString().slice(0, 'yyyy-mm-dd'.length);
  const withheld = [...found].flatMap(([id, passage]) => {
    const faults = { isPast: isPast(passage, today), hasOrders: ordersOf(passage).length > 0 };
    return faults.isPast || faults.hasOrders ? [{ id, passage, ...faults }] : [];
  });
  if (withheld.length === 0) return new Map(found);
  const kept = await listKept.all(pool, { ...base, ids: withheld.map(({ id }) => id) });
  const isKept = (id: string, kind: 'expired' | 'order') => kept.some((one) => one.id === id && one.kind === kind);
  const told = new Map(found);
  for (const { id, passage, isPast, hasOrders } of withheld) {
    const body = tell(passage, {
      today: isPast && !isKept(id, 'expired') ? today : '',
      tellsOrders: !hasOrders || isKept(id, 'order'),
    });
    if (body === '') told.delete(id);
    else if (body !== passage.body) told.set(id, { ...passage, body });
  }
  return told;
}

const isPast = ({ body, question }: PassageText, today: string): boolean =>
  isBefore(readFirstEnd(body, question), today);

const isBefore = (day: string | undefined, today: string): boolean => day !== undefined && day < today;

/** Empty where nothing of it is left. */
function tell(
  { kind, body, question, heading }: PassageText,
  { today, tellsOrders }: { today: string; tellsOrders: boolean },
): string {
  const readEnd = createOfferReader(question);
  if (kind === 'qa') return isBefore(readEnd(body), today) ? '' : body;
  const units = splitUnits(body);
  if (isOffer(heading ?? question) && units.some((unit) => endsAll(unit, readEnd, today))) return '';
  const orders = tellsOrders ? new Set<TextUnit>() : ordersAmong(units);
  const told = units.filter((unit, at) => {
    const next = units[at + 1];
    const isOver = isBefore(readEnd(unit.text), today) || (isEndOf(next, today) && isOffer(unit.text));
    return !isOver && !orders.has(unit);
  });
  return told.length === units.length ? body : joinUnits(told);
}

const endsAll = ({ text }: TextUnit, readEnd: ReadOfferEnd, today: string): boolean =>
  (ENDS_ALL.test(text) || NAMES_ONLY_OFFER.test(text)) && isBefore(readEnd(text), today);

/** «Акция действует до 1 мая»: said of the offer before it. */
const isEndOf = (unit: TextUnit | undefined, today: string): boolean =>
  unit !== undefined && NAMES_ONLY_OFFER.test(unit.text) && isBefore(createOfferReader()(unit.text), today);

function joinUnits(units: readonly TextUnit[]): string {
  const lines = Map.groupBy(units, ({ line }) => line);
  return [...lines.values()].map((line) => line.map(({ text }) => text).join(' ')).join('\n');
}
