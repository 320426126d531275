import type { ChannelOptions, FieldValues } from '@otvet/contract';
import { AppError } from '../../platform/errors/app-error.ts';
import { advanceConnecting, cancelConnecting, type Progress, startConnecting } from './connecting.ts';
import type { ChannelDeps } from './deps.ts';
import type { IsBaseThere } from './finish-connecting.ts';
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

/**
 * Connects a channel by one call, where typed credentials are enough: the same steps, answered at once. Nothing stays
 * behind when that fails. A type that needs more is begun, and its steps are left to the owner.
 */
export async function connectChannel(
  deps: ChannelDeps,
  input: ConnectChannelInput,
  onActive: (channel: { accountId: string; id: string }) => void,
): Promise<StoredChannel> {
  const { credentials = {}, replaceWebhook, isBaseThere } = input;
  let progress: Progress = await startConnecting(deps, input);
  if (progress.isDone) return progress.channel;
  const { id, accountId } = progress.open;
  try {
    const [first] = Object.keys(credentials);
    if (progress.open.draft.step.kind === 'review' && first !== undefined)
      throw new AppError('request.invalid', { details: { [first.slice(0, 100)]: 'unknown' } });
    if (progress.open.draft.step.kind === 'fields') {
      const { name } = progress.open.draft.step;
      const typed = { kind: 'fields', step: name, values: credentials } as const;
      progress = await advanceConnecting(deps, { accountId, id, input: typed }, onActive);
    }
    if (!progress.isDone && progress.open.draft.step.kind === 'review') {
      const review = { kind: 'review', step: progress.open.draft.step.name, replaceWebhook } as const;
      progress = await advanceConnecting(deps, { accountId, id, input: review, isBaseThere }, onActive);
    }
  } catch (error) {
    // Somebody else works on it by now, or it is gone: then there is nothing to take away.
    await cancelConnecting(deps, { accountId, id }).catch((failure: unknown) => {
      if (!(failure instanceof AppError)) throw failure;
    });
    throw error;
  }
  if (!progress.isDone) throw new AppError('channels.steps_needed', { details: { id } });
  return progress.channel;
}
