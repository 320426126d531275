import { cleanText, limits, type Speech } from '@otvet/contract';
import type { PoolClient } from 'pg';
import type { Queryable } from '../../../platform/database/queryable.ts';
import { withTransaction } from '../../../platform/database/with-transaction.ts';
import type { DialogDeps } from '../deps.ts';
import { lockDialog } from '../lock-store.ts';
import { type AttachmentPatch, updateAttachment } from '../operator-store.ts';
import { toChange } from '../receive-message.ts';
import type { Place, Scope } from '../scope.ts';
import { waitingSpeech } from './is-speech.ts';
import { endWaitForWords, keepSpeech, waitForWords } from './speech-store.ts';

/** A customer who spoke is answered from his words, or called a person to, within this time. */
const WORDS_WAIT_MS = 90_000;

const LOADING: AttachmentPatch = { state: 'loading', reason: null };

type Spoken = Place & { dialogId: string; seq: number; attachmentId: string };

/** The part of the door that knows what was said in voice messages. */
export function createSpeech(deps: DialogDeps, scope: Scope) {
  async function keep(
    { accountId, dialogId, ...spoken }: Spoken,
    { speech, from }: { speech: Speech; from: Speech['state'][] },
  ) {
    const changed = await withTransaction(deps.pool, async (tx) => {
      await lockDialog.first(tx, { accountId, dialogId });
      const kept = await keepSpeech.first(tx, { accountId, dialogId, ...spoken, speech, from });
      if (kept) await endWaitForWords.first(tx, { accountId, dialogId });
      return kept;
    });
    if (changed) scope.changes.emit(toChange({ accountId, ...spoken, version: changed.version }));
  }
  return {
    /** Lets the answer to a voice message wait for its words; in the transaction that stores the message. */
    waitForWords: (db: Queryable, dialog: { accountId: string; dialogId: string }) =>
      waitForWords.run(db, { ...dialog, until: new Date(deps.sharedClock.now().getTime() + WORDS_WAIT_MS) }),
    /** What was said, bounded and cleaned as what is written. */
    keepWords: (spoken: Spoken, said: string) => {
      const text = cleanText(said).slice(0, limits.customerText).toWellFormed().trim();
      const speech: Speech =
        text === '' ? { state: 'failed', text, reason: 'no_words' } : { state: 'ready', text, reason: null };
      return keep(spoken, { speech, from: ['waiting', 'failed'] });
    },
    /** Why it is not known what was said: a key of `dialogs.speech.*`. */
    failWords: (spoken: Spoken, reason: string) =>
      keep(spoken, { speech: { state: 'failed', text: '', reason }, from: ['waiting'] }),
    /**
     * What failed is tried once more: the words of an attachment, and its file where that `isLost`. `enqueue` asks for
     * it in the same transaction, and only where nobody has asked before.
     */
    async askAgain(
      { isLost, ...spoken }: Spoken & { isLost: boolean },
      enqueue: (tx: PoolClient) => Promise<unknown>,
    ): Promise<void> {
      const changed = await withTransaction(deps.pool, async (tx) => {
        await lockDialog.first(tx, spoken);
        const file = isLost && (await updateAttachment.first(tx, { ...spoken, patch: LOADING, onlyFrom: 'failed' }));
        if (isLost && !file) return undefined;
        const words = await keepSpeech.first(tx, { ...spoken, speech: waitingSpeech, from: ['failed'] });
        const latest = words ?? (file || undefined);
        if (latest) await enqueue(tx);
        return latest;
      });
      if (changed) scope.changes.emit(toChange({ ...spoken, version: changed.version }));
    },
  };
}
