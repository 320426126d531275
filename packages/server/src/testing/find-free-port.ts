import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below what systems hand out by themselves (Linux from 32768, others from 49152). */
const PORTS = { first: 12_000, end: 32_000 };
const MAX_TRIES = 100;

/**
 * A port of loopback that is free, also while whoever asked is not listening yet or is being restarted: no server
 * that asks the system for any port, and no outgoing connection, is given one of these.
 */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const port = randomInt(PORTS.first, PORTS.end);
    if (await isFree(port)) return port;
  }
  throw new Error(`None of ${MAX_TRIES} ports from ${PORTS.first} to ${PORTS.end} is free.`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
