import { constants, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { importBytes, type MeasuredRun } from './import-documents.ts';

/** As often as the screen hears of it: what is measured is the reading. */
const LOOK_MS = 250;
/** What the removal of one leaves to do is no part of the next: nobody removes a file and sends it again at once. */
const REST_MS = 4000;

export const importAgain = z.object({
  product: z.object({ url: z.string(), pid: z.number(), knowledgeBaseId: z.string(), token: z.string() }),
  name: z.string(),
  bytes: z.instanceof(Uint8Array),
});

/** Runs in a thread: it imports one file over and over, until it is told that it is enough, and says how each run went. */
async function run(): Promise<void> {
  const { product, name, bytes } = importAgain.parse(workerData);
  // Whoever sends a file has a machine of their own; on Linux a priority is one of a thread.
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  let isEnough = false;
  parentPort?.once('message', () => {
    isEnough = true;
  });
  const runs: MeasuredRun[] = [];
  while (!isEnough) {
    runs.push(await importBytes(product, { name, bytes: Buffer.from(bytes), lookMs: LOOK_MS, isShown: true }));
    await sleep(REST_MS);
  }
  parentPort?.postMessage(
    runs.map(({ seconds, peakMegabytes, beganAt, sentMs }) => ({ seconds, peakMegabytes, beganAt, sentMs })),
  );
}

await run();
