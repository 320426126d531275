import { createHash } from 'node:crypto';
import type { SourceReason } from '@otvet/contract';
import type { ReadResult, SourcesDeps } from '../deps.ts';
import { SourceFault } from '../source-fault.ts';
import type { SourceRow } from '../source-store.ts';
import type { PictureDays } from './create-picture-days.ts';
import type { PictureFault } from './picture-reader.ts';
import { findPictureText, keepPictureText } from './picture-text-store.ts';

type Picture = { source: SourceRow & { accountId: string }; bytes: Buffer; signal: AbortSignal };
type Deps = Pick<SourcesDeps, 'pool' | 'clock' | 'log' | 'read' | 'pictures'> & { pictureDays: PictureDays };

const faults: Record<PictureFault, { reason: SourceReason; isPassing?: boolean }> = {
  blind: { reason: 'picture_unseen' },
  too_much: { reason: 'picture_long' },
  refused: { reason: 'picture_refused' },
  busy: { reason: 'model_busy', isPassing: true },
  down: { reason: 'model_down', isPassing: true },
  unset: { reason: 'model_unset' },
};

/** Has a picture written down by a model, once for the same bytes, and reads what was written like any other document. Throws SourceFault. */
export async function readPicture(deps: Deps, picture: Picture): Promise<ReadResult> {
  const text = await textOf(deps, picture);
  // It is a document of ours: nothing of it is refused but its emptiness.
  const document = { bytes: Buffer.from(text), name: 'picture.md', charset: 'utf-8', onProgress: () => undefined };
  const result = await deps.read({ accountId: picture.source.accountId, ...document });
  const isEmpty = result.kind === 'refused' && result.reason === 'no_text';
  if (text === '' || isEmpty) throw new SourceFault('picture_empty');
  return result;
}

async function textOf(deps: Deps, { source, bytes, signal }: Picture): Promise<string> {
  const { reader, prepare } = deps.pictures;
  const { accountId, id } = source;
  const hash = createHash('sha256').update(bytes).digest('hex');
  const known = await findPictureText.first(deps.pool, { accountId, hash, models: [...reader.models] });
  if (known !== undefined) {
    await keepPictureText.run(deps.pool, { accountId, id, hash, ...known, now: deps.clock.now() });
    return known.text;
  }
  if (!reader.canSee()) throw new SourceFault('picture_unseen');
  requireRoom(await deps.pictureDays.check(accountId));
  const prepared = await prepare({ accountId, bytes });
  requireRoom(await deps.pictureDays.take(accountId));
  const answer = await reader.read(prepared, signal);
  // The process ends: the job is done again.
  signal.throwIfAborted();
  if (answer.kind === 'unread') {
    const { reason, isPassing = false } = faults[answer.fault];
    throw new SourceFault(reason, { isPassing, retryAfterMs: answer.retryAfterMs });
  }
  const { kind: _, ...written } = answer;
  await keepPictureText.run(deps.pool, { accountId, id, hash, ...written, now: deps.clock.now() });
  const { model, promptTokens, completionTokens } = written;
  deps.log.info({ accountId, sourceId: id, model, promptTokens, completionTokens }, 'a picture was read by a model');
  return written.text;
}

function requireRoom(waitMs: number): void {
  if (waitMs > 0) throw new SourceFault('picture_limit', { isPassing: true, retryAfterMs: waitMs });
}
