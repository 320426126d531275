import type { ChannelOptions, FieldValues } from '@otvet/contract';
import { AppError } from '../../platform/errors/app-error.ts';
import { advanceConnecting, cancelConnecting, type Progress, startConnecting } from './connecting.ts';
import { readTyped } from './connecting-steps.ts';
import type { ChannelDeps } from './deps.ts';
import type { IsBaseThere } from './finish-connecting.ts';
import { requireConnector } from './registry-port.ts';
import type { StoredChannel } from './store.ts';

export type ConnectChannelInput = {
  accountId: string;
  type: string;
  /** Typed credentials by their declared names. */
  credentials?: FieldValues;
  name?: string | undefined;
  knowledgeBaseId?: string | null | undefined;
  replaceWebhook?: boolean | undefined;
  options?: ChannelOptions | undefined;
  isBaseThere?: IsBaseThere | undefined;
};

type OnActive = (channel: { accountId: string; id: string }) => void;

/**
 * Connects a channel by one call, where typed credentials are enough: the same steps, answered at once. Nothing stays
 * behind when that fails. A type that needs more is begun, and its steps are left to the owner.
 */
export async function connectChannel(
  deps: ChannelDeps,
  input: ConnectChannelInput,
  onActive: OnActive,
): Promise<StoredChannel> {
  const { credentials = {}, replaceWebhook, isBaseThere } = input;
  const progress = await beginWith(deps, input, async ({ open }) => {
    const { id, accountId } = open;
    const [first] = Object.keys(credentials);
    if (open.draft.step.kind === 'review' && first !== undefined)
      throw new AppError('request.invalid', { details: { [first.slice(0, 100)]: 'unknown' } });
    const next = await takeCredentials(deps, { open, credentials }, onActive);
    if (next.isDone || next.open.draft.step.kind !== 'review') return next;
    const review = { kind: 'review', step: next.open.draft.step.name, replaceWebhook } as const;
    return await advanceConnecting(deps, { accountId, id, input: review, isBaseThere }, onActive);
  });
  if (!progress.isDone) throw new AppError('channels.steps_needed', { details: { id: progress.open.id } });
  return progress.channel;
}

/** Begins to connect a channel with what is known already; where that is enough, the review is left to the owner. */
export async function beginWithCredentials(
  deps: ChannelDeps,
  input: ConnectChannelInput,
  onActive: OnActive,
): Promise<Progress> {
  const { credentials = {}, type } = input;
  if (Object.keys(credentials).length === 0) return await startConnecting(deps, input);
  const connector = requireConnector(deps.connectors, type);
  const [first] = connector.connect.steps;
  // Judged by its form before anything is begun.
  readTyped(connector, first?.kind === 'fields' ? first.fields : [], credentials);
  return await beginWith(deps, input, ({ open }) => takeCredentials(deps, { open, credentials }, onActive));
}

type Begun = Extract<Progress, { isDone: false }>;

/** Begins, and takes away again what was begun when the work on it fails. */
async function beginWith(
  deps: ChannelDeps,
  input: ConnectChannelInput,
  work: (begun: Begun) => Promise<Progress>,
): Promise<Progress> {
  const begun = await startConnecting(deps, input);
  if (begun.isDone) return begun;
  const { id, accountId } = begun.open;
  try {
    return await work(begun);
  } catch (error) {
    // Somebody else works on it by now, or it is gone: then there is nothing to take away.
    await cancelConnecting(deps, { accountId, id }).catch((failure: unknown) => {
      if (!(failure instanceof AppError)) throw failure;
    });
    throw error;
  }
}

async function takeCredentials(
  deps: ChannelDeps,
  { open, credentials }: { open: Begun['open']; credentials: FieldValues },
  onActive: OnActive,
): Promise<Progress> {
  const { id, accountId, draft } = open;
  if (draft.step.kind !== 'fields') return { isDone: false, open };
  const typed = { kind: 'fields', step: draft.step.name, values: credentials } as const;
  return await advanceConnecting(deps, { accountId, id, input: typed }, onActive);
}
