import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

const session = z.object({ token: z.string() });
/** An answer that takes longer is lost to the visitor. */
const PATIENCE_MS = 20_000;

export type AskingVisitor = {
  /** Asks and gives the milliseconds from the accepted question to its answer on the stream; undefined if none came. */
  ask(question: string): Promise<number | undefined>;
  close(): void;
};

/** A visitor with an open window: a stream, and questions one after another. */
export async function openVisitor(base: string): Promise<AskingVisitor> {
  const headers = { 'content-type': 'application/json', origin: 'http://localhost' };
  const started = await fetch(`${base}/start`, { method: 'POST', headers, body: '{"locale":"ru"}' });
  const authorization = `Bearer ${session.parse(await started.json()).token}`;
  const closing = new AbortController();
  const stream = await fetch(`${base}/events`, {
    headers: { authorization, origin: headers.origin },
    signal: closing.signal,
  });
  let answers = 0;
  /** Questions without an answer: when one takes long the next is asked, and one answer may be to both. */
  let waiting: (() => void)[] = [];
  const read = async () => {
    const seen = new Set<string>();
    let rest = '';
    for await (const chunk of stream.body ?? []) {
      rest += Buffer.from(chunk).toString('utf8');
      const blocks = rest.split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const id = /"id":"([\w-]+)"/.exec(block)?.[1];
        if (!block.includes('"from":"assistant"') || id === undefined || seen.has(id)) continue;
        seen.add(id);
        answers += 1;
        for (const end of waiting) end();
        waiting = [];
      }
    }
  };
  void read().catch(() => undefined);

  return {
    async ask(question) {
      const before = answers;
      const body = JSON.stringify({ clientId: randomUUID(), text: question });
      const accepted = await fetch(`${base}/messages`, {
        method: 'POST',
        headers: { ...headers, authorization },
        body,
      });
      if (accepted.status !== 202) return undefined;
      const begin = performance.now();
      if (answers > before) return 0;
      const patience = new AbortController();
      const isAnswered = await Promise.race([
        new Promise<boolean>((resolve) => {
          waiting.push(() => resolve(true));
        }),
        sleep(PATIENCE_MS, false, { signal: patience.signal }).catch(() => false),
      ]);
      patience.abort();
      return isAnswered ? performance.now() - begin : undefined;
    },
    close: () => closing.abort(),
  };
}

/** A question a second, by several visitors in turns; gives how long each took. */
export async function askDuring(
  visitors: AskingVisitor[],
  { ms, everyMs, question }: { ms: number; everyMs: number; question: (number: number) => string },
): Promise<(number | undefined)[]> {
  const begin = performance.now();
  const asked: Promise<number | undefined>[] = [];
  for (let number = 0; number * everyMs < ms; number += 1) {
    await sleep(Math.max(0, number * everyMs - (performance.now() - begin)));
    const visitor = visitors[number % visitors.length];
    if (visitor) asked.push(visitor.ask(question(number)));
  }
  return Promise.all(asked);
}
