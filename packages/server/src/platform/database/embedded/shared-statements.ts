import type { EngineSession } from './engine-session.ts';
import { closeMessage, frameType, typedMessage } from './wire-frames.ts';

/** A prepared statement of all connections; its name is a hash of its text. */
export type SharedStatement = {
  name: string;
  /** The message that prepares it. */
  parse: Buffer;
};

/** A message for the engine; one about a shared statement says which. */
export type WireMessage = Buffer | StatementMessage;
type StatementMessage = { statement: SharedStatement; message: Buffer };

type OnData = (bytes: Uint8Array) => void;

const PARSE_COMPLETE = typedMessage('1', Buffer.alloc(0));
const CLOSE_COMPLETE_LENGTH = 5;
// It may drop prepared statements, or change the type of what they return: that the engine answers with an error.
const UNSETTLES = /\b(?:alter|deallocate|discard|drop)\b/i;

/**
 * Runs the messages of all connections and prepares their shared statements once, at most `most` at a time: the one
 * that was used longest ago goes, and is prepared again when a connection uses it again.
 */
export function createSharedStatements(options: { engine: EngineSession; max: number }) {
  const { engine, max } = options;
  // All that may exist in the engine, the one used longest ago first; false: it has to be prepared before its next use.
  const isReady = new Map<string, boolean>();
  // After an error the engine skips all messages up to the next Sync.
  let isSkipping = false;

  async function prepare({ name, parse }: SharedStatement): Promise<Buffer> {
    const [oldest] = isReady.keys();
    const closed = oldest === undefined || isReady.has(name) || isReady.size < max ? [name] : [name, oldest];
    for (const each of closed) isReady.delete(each);
    const answers: Buffer[] = [];
    const isDone = await engine.run(Buffer.concat([...closed.map(closeMessage), parse]), (bytes) =>
      answers.push(Buffer.from(bytes)),
    );
    if (isDone) isReady.set(name, true);
    isSkipping = !isDone;
    return Buffer.concat(answers).subarray(closed.length * CLOSE_COMPLETE_LENGTH);
  }

  async function runAlone(messages: Buffer[], onData: OnData): Promise<boolean> {
    if (messages.length === 0) return true;
    const isDone = await engine.run(Buffer.concat(messages), onData);
    if (messages.some(isUnsettling)) forget(isReady.keys());
    return isDone;
  }

  function forget(names: Iterable<string>): void {
    for (const name of [...names]) isReady.set(name, false);
  }

  function touch(name: string): void {
    isReady.delete(name);
    isReady.set(name, true);
  }

  /** Messages up to a Sync, a Flush or a simple query, which stands alone. */
  async function run(messages: WireMessage[], onData: OnData): Promise<void> {
    const wasSkipping = isSkipping;
    let waiting: Buffer[] = [];
    let used = new Set<string>();

    async function runWaiting(): Promise<void> {
      const isDone = await runAlone(waiting, onData);
      // The reason may be the plan that the engine kept.
      if (!isDone) forget(used);
      isSkipping ||= !isDone;
      waiting = [];
      used = new Set();
    }

    async function use({ statement, message }: StatementMessage): Promise<void> {
      const { name } = statement;
      const isParse = frameType(message) === 'P';
      const mustPrepare = isReady.get(name) !== true;
      if (isParse || mustPrepare) await runWaiting();
      if (isSkipping) return;
      const answer = mustPrepare ? await prepare(statement) : PARSE_COMPLETE;
      if (isParse || isSkipping) {
        onData(answer);
        return;
      }
      touch(name);
      used.add(name);
      waiting.push(message);
    }

    for (const each of messages) {
      if ('statement' in each) await use(each);
      else waiting.push(each);
    }
    await runWaiting();
    const last = messages.at(-1);
    const end = last === undefined || 'statement' in last ? undefined : frameType(last);
    if (end === 'S') isSkipping = false;
    if (end === 'Q') isSkipping = wasSkipping;
  }

  return { run, isInTransaction: engine.isInTransaction };
}

function isUnsettling(message: Buffer): boolean {
  const type = frameType(message);
  return (type === 'Q' || type === 'P') && UNSETTLES.test(message.toString('latin1', 5));
}
