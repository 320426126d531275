import { createHash } from 'node:crypto';
import { type ChannelOptions, type ConnectInput, type FieldValues, initialChannelSettings } from '@otvet/contract';
import type { ConnectorStep, StepContext } from '../../connectors/connect-port.ts';
import { type Connector, ConnectorError } from '../../connectors/port.ts';
import type { ParamsOf } from '../../platform/database/statement.ts';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { newToken } from '../../platform/time/ids.ts';
import { leaveIfTold, removeDraft } from './abandon-connecting.ts';
import { checkOptions } from './check-options.ts';
import {
  type Draft,
  noValues,
  type OpenDraft,
  type OpenTakenDraft,
  openDraft,
  sealDraft,
  type TakenDraft,
} from './connecting-draft.ts';
import { type Back, REVIEW_NAME, showNext, takeInput } from './connecting-steps.ts';
import {
  countDrafts,
  dropOlderDrafts,
  findDraft,
  insertDraft,
  listDrafts,
  lockAccount,
  type StoredDraft,
  saveDraft,
  takeDraft,
  takeDraftByToken,
} from './connecting-store.ts';
import type { ChannelDeps } from './deps.ts';
import { openOrEnd } from './end-damaged-draft.ts';
import { finishConnecting, type IsBaseThere } from './finish-connecting.ts';
import { requireConnector } from './registry-port.ts';
import { requireFree } from './require-free.ts';
import { findWorking } from './sessions/session-store.ts';
import { linkedSession } from './sessions/sessions.ts';
import { goBack, goOn, type Moved, readGiven, type Taken, withKept } from './step-back.ts';
import { findChannel, type StoredChannel } from './store.ts';
import { inboundModeOf, toAppError, webhookUrl } from './vendor-answers.ts';

/** An owner may look for a phone or a password meanwhile. */
const LIFE_MS = 3_600_000;
/** Abandoned ones make room for a new one. */
const MAX_DRAFTS = 10;

/** Where a connection stands, or the channel that came of it. */
export type Progress = { isDone: false; open: OpenDraft } | { isDone: true; channel: StoredChannel };

type Key = { accountId: string; id: string };
type Owner = Key & { type: string };

/** Begins to connect a channel: a row of its own from the first moment on. */
export async function startConnecting(
  deps: ChannelDeps,
  input: {
    accountId: string;
    type: string;
    name?: string | undefined;
    knowledgeBaseId?: string | null | undefined;
    options?: ChannelOptions | undefined;
  },
): Promise<Progress> {
  const connector = requireConnector(deps.connectors, input.type);
  await requireFirst(deps, connector, input.accountId);
  const inboundMode = inboundModeOf(deps, input.type);
  const options = checkOptions(connector, input.options ?? {});
  const now = deps.sharedClock.now();
  const key = { accountId: input.accountId, id: deps.newId(), type: input.type };
  const { name = null, knowledgeBaseId = null } = input;
  const shown = await showFrom(deps, connector, key, { ...atStart, name, knowledgeBaseId });
  const until = new Date(now.getTime() + LIFE_MS);
  const settings = { ...initialChannelSettings, name: connector.descriptor.title };
  const sealedDraft = sealDraft(deps.keyring, key, shown.draft);
  const { tokenHash } = shown;
  const draft = { ...key, settings, options, inboundMode, sealedDraft, tokenHash, until, now };
  for (const dropped of await addDraft(deps, draft)) await leaveIfTold(deps, dropped);
  return {
    isDone: false,
    open: {
      ...key,
      identity: '',
      options,
      addressTriedAt: null,
      refusedSince: null,
      createdAt: now,
      until,
      draft: shown.draft,
    },
  };
}

/** Connections that an account has begun, newest first; one that does not open cannot be gone on with and is left out. */
export async function listConnecting(deps: ChannelDeps, accountId: string): Promise<OpenDraft[]> {
  const drafts = await listDrafts.all(deps.pool, { accountId, now: deps.sharedClock.now() });
  return drafts.flatMap((stored) => {
    try {
      return [openDraft(deps.keyring, stored)];
    } catch (error) {
      deps.log.error({ err: error, channelId: stored.id }, 'the connection that was begun cannot be opened');
      return [];
    }
  });
}

/** Where a connection stands; a finished one is its channel. */
export async function findConnecting(deps: ChannelDeps, key: Key): Promise<Progress> {
  const stored = await findDraft.first(deps.pool, { ...key, now: deps.sharedClock.now() });
  if (stored) return { isDone: false, open: await openOrEnd(deps, stored) };
  const channel = await findChannel.first(deps.pool, key);
  if (!channel) throw new AppError('channels.not_found');
  return { isDone: true, channel };
}

/** Takes what the owner did and goes on to the next step, or to the channel. */
export async function advanceConnecting(
  deps: ChannelDeps,
  { input, isBaseThere, ...key }: Key & { input: ConnectInput; isBaseThere?: IsBaseThere | undefined },
  onActive: (channel: Key) => void,
): Promise<Progress> {
  return await workOn(deps, await requireDraft(deps, key), async (open, connector, context) => {
    const { draft } = open;
    // A forgotten tab may still show an earlier step.
    if (input.step !== draft.step.name) throw new AppError('request.conflict');
    if (input.kind === 'back') return goBack(connector, draft, input.values);
    if (input.kind === 'review' && draft.step.name === REVIEW_NAME)
      return await finishConnecting(deps, { open, connector, review: input, onActive, isBaseThere });
    const step = connector.connect.steps[draft.place];
    if (!step) throw new AppError('request.conflict');
    if (input.kind === 'qr') return await renewCode(step, draft, context);
    const whole = withKept(step, input, draft.given[step.name]);
    const values = await takeInput(connector, step, { input: whole, shown: draft.step, context });
    return { values, given: readGiven(step, whole) };
  });
}

/** The platform sent the browser back. The state is good once, and only for the account that began. */
export async function finishRedirect(
  deps: ChannelDeps,
  { accountId, query }: { accountId: string; query: Record<string, string> },
): Promise<Progress> {
  const lease = deps.leases.take();
  const tokenHash = hashState(query.state ?? '');
  const stored = await takeDraftByToken.first(deps.pool, { accountId, tokenHash, ...lease });
  if (!stored) throw new AppError('channels.return_unknown');
  return await workOn(deps, { ...stored, lease: lease.lease }, async ({ draft }, connector, context) => {
    const step = connector.connect.steps[draft.place];
    if (step?.kind !== 'redirect') throw new AppError('request.conflict');
    return { values: await step.take(query, { returnUrl: returnUrl(deps, step.returnPath) }, context) };
  });
}

/** Asks the platform whether a shown code was scanned; any other step is given as it stands. */
export async function pollConnecting(deps: ChannelDeps, key: Key): Promise<Progress> {
  const progress = await findConnecting(deps, key);
  if (progress.isDone || progress.open.draft.step.kind !== 'qr') return progress;
  const stored = await take(deps, key);
  if (!stored) return progress;
  return await workOn(deps, stored, async ({ draft }, connector, context) => {
    const step = connector.connect.steps[draft.place];
    if (step?.kind !== 'qr' || draft.step.kind !== 'qr') throw new AppError('request.conflict');
    const reading = await step.poll(context);
    if (reading.isDone) return { values: reading.values };
    const { content, code, isExpired = false } = reading;
    return { ...draft, step: { ...draft.step, content, code, isExpired }, fault: null };
  });
}

/** Back to the first step, with nothing kept of what was typed. */
export async function restartConnecting(deps: ChannelDeps, key: Key): Promise<Progress> {
  return await workOn(deps, await requireDraft(deps, key), async () => atStart);
}

export async function cancelConnecting(deps: ChannelDeps, key: Key): Promise<void> {
  await removeDraft(deps, await requireDraft(deps, key));
}

/** What is linked by hand is not begun beside a channel that an account has once: the code would be scanned for nothing. */
async function requireFirst(deps: ChannelDeps, { type, descriptor, session }: Connector, accountId: string) {
  if (!session || !descriptor.onePerAccount) return;
  if (await findWorking.first(deps.pool, { accountId, type })) throw new AppError(descriptor.errors.taken);
}

async function renewCode(step: ConnectorStep, draft: Draft, context: StepContext): Promise<Draft> {
  if (step.kind !== 'qr' || draft.step.kind !== 'qr' || !step.renew) throw new AppError('request.conflict');
  await step.renew(context);
  return { ...draft, step: { ...draft.step, content: null, code: null, isExpired: false }, fault: null };
}

async function take(deps: ChannelDeps, key: Key): Promise<TakenDraft | undefined> {
  const lease = deps.leases.take();
  const stored = await takeDraft.first(deps.pool, { ...key, ...lease });
  return stored && { ...stored, lease: lease.lease };
}

async function requireDraft(deps: ChannelDeps, key: Key): Promise<TakenDraft> {
  const stored = await take(deps, key);
  if (stored) return stored;
  const isThere = await findDraft.first(deps.pool, { ...key, now: deps.sharedClock.now() });
  throw new AppError(isThere ? 'request.conflict' : 'channels.not_found');
}

const atStart: Moved = { values: noValues, place: 0, position: 1, trail: [], given: {} };
type Outcome = Taken | Moved | Draft | StoredChannel;
type Work = (open: OpenTakenDraft, connector: Connector, context: StepContext) => Promise<Outcome>;

/** Runs one piece of work on a draft that is taken, and keeps what came of it: also why it failed, for whoever looks again. */
async function workOn(deps: ChannelDeps, stored: TakenDraft, work: Work): Promise<Progress> {
  const open = await openOrEnd(deps, stored);
  const connector = requireConnector(deps.connectors, stored.type);
  await leaveIfTold(deps, stored);
  try {
    const result = await work(open, connector, contextOf(deps, stored, open.draft.values));
    if ('createdAt' in result) return { isDone: true, channel: result };
    const shown =
      'step' in result ? { draft: result, tokenHash: null } : await showMoved(deps, { connector, open, result });
    if (!(await keep(deps, open, shown))) throw new AppError('request.conflict');
    return { isDone: false, open: { ...open, draft: shown.draft } };
  } catch (error) {
    const known = toAppError(error, connector);
    await keep(deps, open, await showFault(deps, connector, open, known));
    throw known;
  }
}

/** Back, anew, or on to the next step: not with an account that is connected already. */
async function showMoved(
  deps: ChannelDeps,
  { connector, open, result }: { connector: Connector; open: OpenTakenDraft; result: Taken | Moved },
) {
  const { name, knowledgeBaseId } = open.draft;
  if ('trail' in result) return await showFrom(deps, connector, open, { ...result, name, knowledgeBaseId });
  const moved = goOn(connector, open.draft, result);
  const shown = await showFrom(deps, connector, open, { ...moved, name, knowledgeBaseId });
  const { values } = moved;
  const isKnown = connector.connect.steps[open.draft.place]?.settlesAccount === true;
  const account = shown.draft.account ?? (isKnown ? await connector.connect.check(values, deps.connectors.io) : null);
  if (account) await requireFree(deps, { owner: { ...open, values }, connector, account });
  return shown;
}

/** The step as it was, with the reason. A login at the platform is spent and needs a new address. */
async function showFault(
  deps: ChannelDeps,
  connector: Connector,
  open: OpenDraft,
  error: unknown,
): Promise<{ draft: Draft; tokenHash: string | null }> {
  const cause = error instanceof AppError ? error.cause : undefined;
  const fault = cause instanceof ConnectorError ? { reason: cause.reason, field: cause.field } : null;
  const again =
    open.draft.step.kind === 'redirect'
      ? await showFrom(deps, connector, open, open.draft).catch(() => undefined)
      : undefined;
  const { draft, tokenHash } = again ?? { draft: open.draft, tokenHash: null };
  return { draft: { ...draft, fault }, tokenHash };
}

/** False when somebody else took the draft over meanwhile. */
async function keep(
  deps: ChannelDeps,
  open: OpenTakenDraft,
  { draft, tokenHash }: { draft: Draft; tokenHash: string | null },
): Promise<boolean> {
  const sealedDraft = sealDraft(deps.keyring, open, draft);
  return (await saveDraft.run(deps.pool, { ...open, sealedDraft, tokenHash, now: deps.clock.now() })) === 1;
}

/** The step at a place or the next one that is needed; a login at a platform gets a new state. */
async function showFrom(
  deps: ChannelDeps,
  connector: Connector,
  owner: Owner,
  from: Moved & Pick<Draft, 'name' | 'knowledgeBaseId'>,
): Promise<{ draft: Draft; tokenHash: string | null }> {
  const { place, position, values, trail, given, name, knowledgeBaseId } = from;
  const state = newToken(deps.connectors.io.random);
  const context = contextOf(deps, owner, values);
  const back = (returnPath?: string): Back => ({ state, returnUrl: returnUrl(deps, returnPath) });
  try {
    const next = await showNext(connector, { place, name, knowledgeBaseId, back, context });
    const draft: Draft = { ...next, position, values, trail, given, name, knowledgeBaseId, fault: null };
    return { draft, tokenHash: next.step.kind === 'redirect' ? hashState(state) : null };
  } catch (error) {
    throw toAppError(error, connector);
  }
}

function contextOf(deps: ChannelDeps, owner: Owner, values: FieldValues): StepContext {
  const session = linkedSession(deps, owner);
  return { values, channelId: owner.id, webhookUrl: webhookUrl(deps, owner), io: deps.connectors.io, session };
}

const RETURN_PATH = '/connect-return/';

function returnUrl(deps: ChannelDeps, path = RETURN_PATH): string {
  return `${deps.baseUrl()}${path}`;
}

/** Only its hash is kept: who reads the database cannot finish somebody's login. */
function hashState(state: string): string {
  return createHash('sha256').update(state).digest('base64url');
}

/** Adds a draft and gives those that made room for it. */
async function addDraft(deps: ChannelDeps, draft: ParamsOf<typeof insertDraft>): Promise<StoredDraft[]> {
  const { accountId } = draft;
  return await withTransaction(deps.pool, async (tx) => {
    await lockAccount.run(tx, { accountId });
    const dropped = await dropOlderDrafts.all(tx, { accountId, kept: MAX_DRAFTS - 1, ...deps.leases.look() });
    const left = await countDrafts.first(tx, { accountId });
    if ((left?.count ?? 0) >= MAX_DRAFTS) throw new AppError('request.conflict');
    await insertDraft.run(tx, draft);
    return dropped;
  });
}
