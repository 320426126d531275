import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A way to a server that a test can take away: while it is shut, connections are refused. */
export type Gate = {
  url: string;
  shut(): Promise<void>;
  open(): Promise<void>;
};

/** Stands before the server of `target`, open. */
export async function startGate(target: string): Promise<Gate> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect({ host: hostname, port: Number(port) });
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
    }
    near.pipe(far).pipe(near);
  });
  let ownPort = 0;
  const open = async () => {
    server.listen(ownPort, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address !== null && typeof address === 'object') ownPort = address.port;
  };
  await open();
  return {
    url: `http://127.0.0.1:${ownPort}`,
    open,
    async shut() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.end();
      await closed;
    },
  };
}
