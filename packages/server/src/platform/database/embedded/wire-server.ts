import { createServer, type Server } from 'node:net';
import { serveConnection, type WireContext } from './wire-connection.ts';
import { fatalMessage, queryMessage, startupMessage } from './wire-frames.ts';
import { createWireQueue, type Session } from './wire-queue.ts';

const IDLE_OWNER = fatalMessage('25P03', 'terminating connection due to idle-in-transaction timeout');

interface WireServerOptions {
  session: Session;
  password: string | undefined;
  idleMilliseconds: number;
  /** The engine itself failed: nothing can be said about its state. */
  onFailure: (error: unknown) => void;
}

/** A server that lets any number of PostgreSQL clients share the one session of the embedded engine. */
export async function createWireServer(options: WireServerOptions): Promise<Server> {
  const greeting: Buffer[] = [];
  await options.session.run(startupMessage('postgres'), (bytes) => greeting.push(Buffer.from(bytes)));
  const ends = new Map<number, (lastMessage: Buffer) => void>();
  const queue = createWireQueue({
    session: options.session,
    rollback: queryMessage('ROLLBACK'),
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
