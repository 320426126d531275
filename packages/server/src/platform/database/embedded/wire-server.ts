import { createServer, type Server } from 'node:net';
import type { EngineSession } from './engine-session.ts';
import { createSharedStatements } from './shared-statements.ts';
import { serveConnection, type WireContext } from './wire-connection.ts';
import { fatalMessage, startupMessage } from './wire-frames.ts';
import { createWireQueue } from './wire-queue.ts';

const IDLE_OWNER = fatalMessage('25P03', 'terminating connection due to idle-in-transaction timeout');

// The larger ones of the product take 60 to 170 kB of the engine's memory each.
const MAX_STATEMENTS = 256;

type WireServerOptions = {
  engine: EngineSession;
  password: string | undefined;
  idleMilliseconds: number;
  /** The engine itself failed: nothing can be said about its state. */
  onFailure: (error: unknown) => void;
};

/** A server that lets any number of PostgreSQL clients share the one session of the embedded engine. */
export async function createWireServer(options: WireServerOptions): Promise<Server> {
  const greeting: Buffer[] = [];
  await options.engine.run(startupMessage('postgres'), (bytes) => greeting.push(Buffer.from(bytes)));
  const ends = new Map<number, (lastMessage: Buffer) => void>();
  const queue = createWireQueue({
    session: createSharedStatements({ engine: options.engine, max: MAX_STATEMENTS }),
    onFailure: options.onFailure,
    idleMilliseconds: options.idleMilliseconds,
    onIdleOwner: (connection) => ends.get(connection)?.(IDLE_OWNER),
  });
  const context: WireContext = { queue, greeting: Buffer.concat(greeting), password: options.password };
  let connection = 0;
  return createServer({ noDelay: true }, (socket) => {
    connection += 1;
    const number = connection;
    ends.set(number, serveConnection({ socket, connection: number, context }));
    socket.on('close', () => ends.delete(number));
  });
}
