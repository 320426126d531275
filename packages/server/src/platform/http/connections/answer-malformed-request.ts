import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '../../errors/app-error.ts';
import { renderError } from '../render-error.ts';
import { answerBare } from './answer-bare.ts';

const statusOfMalformedRequest: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

type Malformed = {
  error: Error & { code?: string };
  socket: Socket;
  /** Answers under way on the connection. */
  answers: ReadonlySet<ServerResponse>;
  requestId: string;
};

/** What the HTTP parser refuses (two lengths, bad chunks, spaces in names, huge headers) never reaches a route. */
export function answerMalformedRequest({ error, socket, answers, requestId }: Malformed): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  // What follows a complete request must not spoil its answer.
  const owed = [...answers].filter((answer) => answer.req.complete && !answer.writableFinished);
  if (owed.length > 0) {
    closeAfter(owed, socket);
    return;
  }
  // Half an answer is out already: another one behind it would be read as its end.
  if ([...answers].some((answer) => answer.headersSent && !answer.writableFinished)) {
    socket.destroy();
    return;
  }
  const status = statusOfMalformedRequest[error.code ?? ''] ?? 400;
  const body = JSON.stringify(renderError(new AppError('request.invalid'), requestId).body);
  answerBare(socket, { status, body });
}

/** Reads no more, and closes when the last answer is out. */
function closeAfter(owed: ServerResponse[], socket: Socket): void {
  socket.pause();
  let left = owed.length;
  for (const answer of owed) {
    answer.once('close', () => {
      left -= 1;
      if (left === 0) socket.destroySoon();
    });
  }
}
