import { WebSocket } from 'ws';
import { PUBLIC_URL } from './public-url.ts';

export type OperatorSocket = { close(): void };

/** An operator's browser: a socket of the product. `onEvent` gets every event as it was sent. */
export async function openOperatorSocket(options: {
  url: string;
  token: string;
  /** The address of this machine that it comes from: one network may open so many connections. */
  from: string;
  onEvent(text: string): void;
}): Promise<OperatorSocket> {
  const socket = new WebSocket(`${options.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, {
    perMessageDeflate: false,
    origin: PUBLIC_URL,
    localAddress: options.from,
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.on('error', reject);
  socket.on('close', () => reject(new Error('The socket was closed')));
  socket.on('message', (data) => {
    const text = String(data);
    // Packets of the Engine.IO protocol 4: 0 open, 2 ping; 40 connected, 42 event, 44 refused.
    if (text.startsWith('42')) options.onEvent(text);
    else if (text === '2') socket.send('3');
    else if (text.startsWith('40')) resolve();
    else if (text.startsWith('44')) reject(new Error(`The socket was refused: ${text}`));
    else if (text.startsWith('0')) socket.send(`40${JSON.stringify({ token: options.token })}`);
  });
  await promise;
  return { close: () => socket.terminate() };
}
