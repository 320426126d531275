import type pg from 'pg';
import { countWaiting } from '../../../testing/count-waiting.ts';
import { waitUntil } from '../../../testing/wait-until.ts';

/** Begins calls while the dialog of a chat is held, each once the one before has ended or waits for it; then lets go and waits for all. */
export async function behindHeldChat(pool: pg.Pool, chatId: number, calls: (() => Promise<unknown>)[]): Promise<void> {
  const holder = await pool.connect();
  await holder.query('begin');
  await holder.query('select from dialogs where chat_id = $1 for update', [String(chatId)]);
  const begun: Promise<unknown>[] = [];
  for (const call of calls) {
    const before = await countWaiting(pool);
    let hasEnded = false;
    begun.push(
      call().finally(() => {
        hasEnded = true;
      }),
    );
    await waitUntil(async () => hasEnded || (await countWaiting(pool)) > before);
  }
  await holder.query('commit');
  holder.release();
  await Promise.all(begun);
}
