import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** One end of a connection between the library's stand-in and the platform's: JSON both ways, in order. */
export type Wire = {
  send(frame: object): void;
  onFrame(listener: (frame: unknown) => void): void;
  /** Told once, also where the other end died. */
  onClose(listener: () => void): void;
  close(): void;
};

/** How the library's stand-in reaches the platform. */
export type Dial = () => Wire;

/** Both ends within one process. */
export function createWirePair(): [Wire, Wire] {
  const ends = [createEnd(), createEnd()] as const;
  const wireOf = (own: End, other: End): Wire => ({
    send: (frame) => {
      const text = JSON.stringify(frame);
      queueMicrotask(() => other.isClosed || other.read(JSON.parse(text)));
    },
    onFrame: own.onFrame,
    onClose: own.onClose,
    close: () => {
      own.isClosed = true;
      queueMicrotask(other.shut);
    },
  });
  return [wireOf(ends[0], ends[1]), wireOf(ends[1], ends[0])];
}

type End = ReturnType<typeof createEnd>;

/** Keeps what comes before somebody listens. */
function createEnd() {
  const early: unknown[] = [];
  let listener: ((frame: unknown) => void) | undefined;
  let onShut: () => void = () => undefined;
  const end = {
    isClosed: false,
    read(frame: unknown) {
      if (listener) listener(frame);
      else early.push(frame);
    },
    shut() {
      if (end.isClosed) return;
      end.isClosed = true;
      onShut();
    },
    onFrame(given: (frame: unknown) => void) {
      listener = given;
      for (const frame of early.splice(0)) given(frame);
    },
    onClose(given: () => void) {
      onShut = given;
    },
  };
  return end;
}

function wireOver(socket: Socket): Wire {
  const end = createEnd();
  socket.setNoDelay(true);
  socket.on('error', () => undefined);
  socket.on('close', end.shut);
  const lines = createInterface({ input: socket });
  // It repeats the failures of its socket.
  lines.on('error', () => undefined);
  lines.on('line', (line) => end.isClosed || end.read(JSON.parse(line)));
  return {
    send: (frame) => void (socket.writable && socket.write(`${JSON.stringify(frame)}\n`)),
    onFrame: end.onFrame,
    onClose: end.onClose,
    close: () => {
      end.isClosed = true;
      socket.end();
    },
  };
}

/** For a library's stand-in in a process of its own. */
export const dialPort =
  (port: number): Dial =>
  () =>
    wireOver(connect({ port, host: '127.0.0.1' }));

/** Hands every connection from another process to the platform. */
export async function listenForWires(accept: (wire: Wire) => void): Promise<{ port: number; close(): void }> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    accept(wireOver(socket));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
