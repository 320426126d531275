import type { Jobs, Queue } from '../../../platform/jobs/index.ts';
import type { KnowledgeDeps } from '../deps.ts';
import type { Embedder } from '../embedding/port.ts';

type BaseId = { accountId: string; knowledgeBaseId: string };

/** The background work without its queue: `run` embeds a base to its end, by the embedder that is chosen at the time. */
export function embedNow(given: Embedder | (() => Embedder)): {
  deps: NonNullable<KnowledgeDeps['embedding']>;
  run(base: BaseId): Promise<void>;
} {
  let handle: ((payload: unknown, signal: AbortSignal) => Promise<void>) | undefined;
  let isWanted = false;
  const define: Jobs['define'] = <Payload extends object>(queue: Queue<Payload>) => {
    handle = (payload, signal) =>
      queue.handler(queue.schema.parse(payload), { id: '', attempt: 1, isLastTry: false, signal });
    return {
      async enqueue() {
        isWanted = true;
        return null;
      },
      async enqueueAll() {
        isWanted = true;
      },
    };
  };
  return {
    deps: { embedders: { of: async () => (typeof given === 'function' ? given() : given) }, jobs: { define } },
    async run(base) {
      do {
        isWanted = false;
        await handle?.(base, new AbortController().signal);
      } while (isWanted);
    },
  };
}
