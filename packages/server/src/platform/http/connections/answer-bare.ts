import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

/** Answers on a connection that no route serves, and closes it; else it would last as long as the client likes. */
export function answerBare(socket: Socket, { status, body = '' }: { status: number; body?: string }): void {
  const type =
    body === '' ? '' : 'Content-Type: application/json; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\n';
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${type}` +
      `Cache-Control: no-store\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  socket.destroySoon();
}
