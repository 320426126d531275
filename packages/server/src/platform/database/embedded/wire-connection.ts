import type { Socket } from 'node:net';
import { createSessionNames } from './session-names.ts';
import type { WireMessage } from './shared-statements.ts';
import {
  CANCEL_REQUEST,
  createFrameReader,
  type Frame,
  fatalMessage,
  GSS_REQUEST,
  readText,
  SSL_REQUEST,
  typedMessage,
} from './wire-frames.ts';
import type { WireQueue } from './wire-queue.ts';

const ASK_PASSWORD = typedMessage('R', Buffer.from([0, 0, 0, 3]));
const ENDS_BATCH = new Set(['S', 'Q', 'H']);

/** What all connections share. */
export type WireContext = {
  queue: WireQueue;
  /** What the session says to a new client: it is let in, the parameters, ready. */
  greeting: Buffer;
  /** Asked of every client where the socket is open to all users of the machine (loopback TCP). */
  password: string | undefined;
};

type TypedFrame = Frame & { kind: 'typed' };

/** Serves one client; the returned function ends its connection, and nothing that it still sends counts. */
export function serveConnection(client: {
  socket: Socket;
  connection: number;
  context: WireContext;
}): (lastMessage: Buffer) => void {
  const { socket, connection, context } = client;
  const readFrames = createFrameReader();
  const names = createSessionNames(connection);
  let isTrusted = context.password === undefined;
  let isOver = false;
  let messages: WireMessage[] = [];

  function leave(): void {
    if (!isOver) {
      isOver = true;
      context.queue.leave(connection, names.closeAll());
    }
  }

  function end(lastMessage: Buffer): void {
    leave();
    socket.end(lastMessage);
  }

  function admit(frame: TypedFrame): void {
    isTrusted = frame.type === 'p' && readText(frame.bytes, 5).text === context.password;
    if (isTrusted) {
      socket.write(context.greeting);
      return;
    }
    end(fatalMessage('28P01', 'wrong password'));
  }

  function collect(frame: TypedFrame): void {
    if (isCopyFromClient(frame)) {
      end(fatalMessage('0A000', 'COPY FROM STDIN is not served by the embedded database'));
      return;
    }
    if (frame.type === 'Q' && messages.length > 0) {
      enqueue({ leavesOpen: true });
    }
    messages.push(names.rename(frame));
    if (ENDS_BATCH.has(frame.type)) {
      enqueue({ leavesOpen: frame.type === 'H' });
    }
  }

  function enqueue({ leavesOpen }: { leavesOpen: boolean }): void {
    const onData = (bytes: Uint8Array) => send(socket, bytes);
    context.queue.add({ connection, messages, leavesOpen, onData });
    messages = [];
  }

  function handle(frame: Frame): void {
    if (frame.kind === 'opening') {
      answerOpening({ socket, code: frame.code, greeting: isTrusted ? context.greeting : ASK_PASSWORD });
      return;
    }
    if (frame.type === 'X') {
      socket.end();
      return;
    }
    (isTrusted ? collect : admit)(frame);
  }

  socket.on('data', (chunk) => {
    try {
      for (const frame of isOver ? [] : readFrames(chunk)) {
        handle(frame);
      }
    } catch (error) {
      end(fatalMessage('08P01', String(error)));
    }
  });
  socket.on('error', () => socket.destroy());
  socket.on('close', leave);
  return end;
}

function answerOpening(opening: { socket: Socket; code: number; greeting: Buffer }): void {
  const { socket, code, greeting } = opening;
  if (code === SSL_REQUEST || code === GSS_REQUEST) {
    socket.write('N');
    return;
  }
  if (code === CANCEL_REQUEST) {
    // The engine runs each statement to its end and cannot be interrupted.
    socket.end();
    return;
  }
  socket.write(greeting);
}

// The engine reads only what it was given: it would take the end of the batch for the end of the client, and die.
function isCopyFromClient(frame: TypedFrame): boolean {
  if (frame.type !== 'Q' && frame.type !== 'P') {
    return false;
  }
  const start = frame.type === 'P' ? readText(frame.bytes, 5).end : 5;
  return /\bcopy\b[^;]{0,500}\bfrom\s+stdin\b/i.test(frame.bytes.toString('latin1', start, start + 2_000));
}

function send(socket: Socket, bytes: Uint8Array): void {
  if (socket.writable) {
    // The bytes lie in the engine's memory, which the next statement overwrites.
    socket.write(Buffer.from(bytes));
  }
}
