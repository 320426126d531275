import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';

const PIECE = 16 * 1024;
const EVERY_MS = 1000;

export type SlowUpload = {
  port: number;
  /** The address of this machine that it comes from. */
  from: string;
  /** The route, with its query. */
  path: string;
  token: string;
  origin: string;
};

/** What a browser sends before the bytes of a picture. */
export function beginPicture({ path, token, origin }: Omit<SlowUpload, 'port' | 'from'>, announced: number): string {
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Origin: ${origin}`,
    `Authorization: Bearer ${token}`,
    'Content-Type: multipart/form-data; boundary=b',
    `Content-Length: ${announced}`,
  ];
  const part = ['--b', 'Content-Disposition: form-data; name="file"; filename="a.png"', 'Content-Type: image/png'];
  return `${head.join('\r\n')}\r\n\r\n${part.join('\r\n')}\r\n\r\n`;
}

/** Where visitors send a picture; each with an id of its own. */
export const picturePath = (channelId: string) => `/widget/${channelId}/images?clientId=${randomUUID()}`;

/** Sends half of a large picture, then as little as is waited for, as long as the connection lasts. */
export function holdUpload(upload: SlowUpload, { sent, announced }: { sent: number; announced: number }): Socket {
  const socket = connect({ port: upload.port, host: '127.0.0.1', localAddress: upload.from });
  socket.on('error', () => undefined);
  socket.resume();
  socket.once('connect', () => {
    socket.write(beginPicture(upload, announced));
    socket.write(Buffer.alloc(sent));
    const timer = setInterval(() => socket.writable && socket.write(Buffer.alloc(PIECE)), EVERY_MS);
    socket.once('close', () => clearInterval(timer));
  });
  return socket;
}
