import type { Queryable } from '../../../platform/database/queryable.ts';
import { withTransaction } from '../../../platform/database/with-transaction.ts';
import { createRest } from '../../../platform/time/create-rest.ts';
import type { KnowledgeDeps } from '../deps.ts';
import { linesOf } from '../lines-of.ts';
import { lockKnowledge } from '../memory-store.ts';
import { createFinder, type Found, identityOf, identityOfConversation } from './find-findings.ts';
import {
  dropOldSettled,
  noteChecked,
  putFindings,
  readCheckedRevision,
  readConversations,
  readToCheck,
  readVanished,
  settleOthers,
} from './finding-store.ts';

type Base = { accountId: string; knowledgeBaseId: string };

const PAGE_SIZE = 500;
/** Of a larger base the first ones: a check is no search. */
const MAX_PASSAGES = 50_000;
const MAX_CHARACTERS = 5000;
/** By time: a text may be made to take long. */
const SLICE_MS = 4;
/** More than a screen lists: what the owner left as it is must not hide the rest. */
const MAX_OF_A_KIND = 1000;
const KEPT_MS = 30 * 86_400_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Looks a base through, in slices between which other work goes on, and keeps what it found. */
export async function checkBase(deps: Pick<KnowledgeDeps, 'pool' | 'clock' | 'newId'>, base: Base): Promise<void> {
  const { pool, clock } = deps;
  const before = await readCheckedRevision.first(pool, base);
  if (before === undefined) return;
  const ofPassages = await findInPassages(deps, base);
  const now = clock.now();
  await withTransaction(pool, async (tx) => {
    // A base that is deleted meanwhile goes before this or behind it, never with half of what is stored here.
    await lockKnowledge.run(tx, base);
    if ((await noteChecked.run(tx, { ...base, ...before })) === 0) return;
    // What people decide of a source meanwhile stands already.
    const found = [...ofPassages, ...(await findVanished(tx, base)), ...(await findConversations(tx, base))];
    const rows = found.map((one) => ({ ...one, id: deps.newId() }));
    if (rows.length > 0) await putFindings.run(tx, { ...base, rows, now });
    await settleOthers.run(tx, { ...base, identities: found.map(({ identity }) => identity), now });
    await dropOldSettled.run(tx, { ...base, before: new Date(now.getTime() - KEPT_MS) });
  });
}

async function findInPassages({ pool }: Pick<KnowledgeDeps, 'pool'>, base: Base): Promise<Found[]> {
  const finder = createFinder(MAX_OF_A_KIND);
  const rest = createRest(SLICE_MS);
  let afterId = FIRST_ID;
  for (let looked = 0; looked < MAX_PASSAGES; looked += PAGE_SIZE) {
    const page = await readToCheck.all(pool, { ...base, afterId, characters: MAX_CHARACTERS, limit: PAGE_SIZE });
    for (const { phrasings, ...passage } of page) {
      const since = performance.now();
      finder.look({ ...passage, phrasings: linesOf(phrasings) });
      await rest(performance.now() - since);
    }
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE_SIZE) break;
    afterId = last.id;
  }
  return await finder.end(rest);
}

async function findVanished(tx: Queryable, base: Base): Promise<Found[]> {
  const sources = await readVanished.all(tx, { ...base, limit: MAX_OF_A_KIND });
  return sources.map(({ version, ...source }) =>
    ofSource(source, { kind: 'vanished', identity: identityOf('vanished', [[source.id, `${version}`]]) }),
  );
}

async function findConversations(tx: Queryable, base: Base): Promise<Found[]> {
  const sources = await readConversations.all(tx, { ...base, limit: MAX_OF_A_KIND });
  return sources.map(({ isAllowed, ...source }) =>
    ofSource(source, { kind: 'conversation', identity: identityOfConversation(source), isAllowed }),
  );
}

const ofSource = (
  { id, name }: { id: string; name: string },
  found: Pick<Found, 'kind' | 'identity'> & { isAllowed?: boolean },
): Found => ({ subject: name, passages: [], sourceId: id, dueOn: null, isAllowed: false, ...found });
